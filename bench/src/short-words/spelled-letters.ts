import type { ModelStore } from '@locutor/models';
import { waysToSay } from '@locutor/pronounce';
import { recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { SoundReader } from '../grammar-recognition/engine-sounds.ts';
import { GrammarRecognizer } from '../grammar-recognition/grammar-recognizer.ts';
import { placeSounds } from './place-sounds.ts';
import { RANGES, type ShortWord, shortWord } from './words.ts';

const RATE = 16_000;
/** Samples of a frame of the encoder. */
const FRAME = 384;
/** Frames around the first and the last letter: the reader of sounds says them late and shortly. */
const AROUND = 12;
const LONGEST = 24 * RATE;
const SOFT = 0.02 * RATE;
const SHORTEST = 0.1 * RATE;

/** Letters that people say when they spell their names, each alone; of names that free recognition has as they are. */
export async function spelledLetters(store: ModelStore): Promise<ShortWord[]> {
  const recognizer = await GrammarRecognizer.load(store, store.dir, 'moonshine-base');
  const reader = await SoundReader.load();
  const clips: ShortWord[] = [];
  for (const { file, text, speaker, kind } of recordings('alphanumeric-en')) {
    const samples = await samplesOf(file);
    if (kind !== 'Names' || samples.length > LONGEST) continue;
    const letters = [...text.toLowerCase().replace(/[^a-z]/g, '')];
    const free = await recognizer.recognize(samples);
    if (free?.text !== letters.join(' ')) continue;
    const { model, prepared, input } = free.segment;
    const { inner, frames } = await model.encode(prepared.samples, { inner: true });
    const names = letters.map((letter) => reader.numbersOf(waysToSay(letter, 'en')[0]!)!);
    const placed = placeSounds(await reader.read(inner!, frames), names.flat());
    let sound = 0;
    const spans = names.map(({ length }) => {
      const own = placed.slice(sound, sound + length);
      sound += length;
      return { first: own[0]![0], last: own.at(-1)![1] };
    });
    const place = (frame: number) => Math.max(0, Math.round(frame * FRAME - prepared.lead));
    const cuts = spans.map(({ first }, at) => {
      const before = spans[at - 1];
      return before ? softest(input.samples, place(before.last), place(first + 1)) : place(first - AROUND);
    });
    cuts.push(place(spans.at(-1)!.last + AROUND));
    for (const [at, word] of letters.entries()) {
      const letter = input.samples.slice(cuts[at], cuts[at + 1]);
      if (letter.length < SHORTEST) continue;
      const source = { word, speaker, name: `${file} ${at}`, range: RANGES.recorded };
      clips.push(await shortWord(source, letter));
    }
  }
  await reader.release();
  return clips;
}

/** The middle of the softest 20 ms of a stretch. */
function softest(samples: Float32Array, from: number, to: number): number {
  let [best, least] = [from, Number.POSITIVE_INFINITY];
  for (let at = from; at < to; at += SOFT / 4) {
    const energy = samples
      .subarray(at - SOFT / 2, at + SOFT / 2)
      .reduce((sum, sample) => sum + sample ** 2, 0);
    if (energy < least) [best, least] = [at, energy];
  }
  return best;
}
