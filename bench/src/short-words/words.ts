import { spawnSync } from 'node:child_process';
import { decodeAudio } from '@locutor/audio';
import { recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf, isHeldOut } from '../corpora/speakers.ts';
import { randomNumbers } from '../random.ts';
import { type Line, lines } from './lines.ts';
import { atLevel, tightCut } from './tight-cut.ts';

/** One word that fills its clip, as it comes over a telephone. */
export interface ShortWord {
  word: string;
  half: 'tuning' | 'check';
  samples: Float32Array;
  /** What was cut, as it was said. */
  whole: Float32Array;
  /** From the loudest to the softest frame of the word, in decibels. */
  range: number;
  line: Line;
}

/** Peaks of the clips, in decibels of full scale. */
const SOFTEST = -35;
const LOUDEST = -3;
/** Of a word, from its loudest to its softest frame, in decibels. Consonants of synthetic voices are softer. */
export const RANGES = { recorded: 25, synthetic: 35 };
export const BRITISH = ['en-gb', 'en-gb-scotland', 'en-gb-x-rp'];
const ACCENTS = ['en-us', ...BRITISH];
const VARIANTS = ['m1', 'm3', 'm7', 'f1', 'f2', 'f4'];

export const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** Words of menus, and words that the British say in ways of their own. */
export const commands =
  'account address agent appointment balance billing broadband cancel claims coffee complaints continue delivery dentist engineer fault holiday hospital insurance invoice kitchen manager mortgage nurse parking payment pharmacy refund reservation savings security support technical ticket weather'.split(
    ' ',
  );
export const britishWords =
  'adult advertisement agile answer basil bath class clerk dance data depot dictionary duty either evolution fast fragile garage herbs hostile issue laboratory leisure lieutenant missile neither news order path privacy process progress quarter route schedule secretary student tomato tune vase vitamin zebra'.split(
    ' ',
  );
export const menu = ['help', 'agent', 'balance', 'cancel', 'bill', 'repeat', 'sales', 'back', 'stop', 'menu'];

/** Recorded digits of people, every one over one of the lines. */
export async function digitWords(most: number): Promise<ShortWord[]> {
  const all = recordings('digits-en');
  const some = all.toSorted((a, b) => hashOf(a.file) - hashOf(b.file)).slice(0, most);
  return Promise.all(
    some.map(async ({ file, speaker, text: word }) =>
      shortWord({ word, speaker, name: file, range: RANGES.recorded }, await samplesOf(file)),
    ),
  );
}

/** Words synthesized by espeak-ng, each by some of the voices; none where espeak-ng is not installed. */
export async function spokenWords(
  words: readonly string[],
  voicesEach: number,
  accents: readonly string[] = ACCENTS,
): Promise<ShortWord[]> {
  const clips: ShortWord[] = [];
  const voices = accents.flatMap((accent) => VARIANTS.map((variant) => `${accent}+${variant}`));
  for (const word of words) {
    const order = voices.toSorted((a, b) => hashOf(`${word}${a}`) - hashOf(`${word}${b}`));
    for (const voice of order.slice(0, voicesEach)) {
      // In lower case "a" is read as the article.
      const text = word.length === 1 ? word.toUpperCase() : word;
      const { stdout, status } = spawnSync('espeak-ng', ['-v', voice, '-s', '160', '--stdout', text]);
      if (status !== 0) return [];
      const { samples } = await decodeAudio(stdout);
      clips.push(
        await shortWord({ word, speaker: voice, name: `${word} ${voice}`, range: RANGES.synthetic }, samples),
      );
    }
  }
  return clips;
}

export async function shortWord(
  { word, speaker, name, range }: { word: string; speaker: string; name: string; range: number },
  samples: Float32Array,
): Promise<ShortWord> {
  const random = randomNumbers(hashOf(name));
  const level = SOFTEST + (LOUDEST - SOFTEST) * random();
  const kinds = [lines['8 kHz']!, lines['G.711']!];
  const line = kinds[Math.floor(random() * kinds.length)]!;
  const cut = await line(atLevel(tightCut(samples, range, random), level));
  const half = isHeldOut(speaker) ? 'check' : 'tuning';
  return { word, half, samples: cut, whole: samples, range, line };
}
