import { spawnSync } from 'node:child_process';
import { decodeAudio } from '@locutor/audio';
import { recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf, isHeldOut } from '../corpora/speakers.ts';
import { randomNumbers } from '../random.ts';
import { lines } from './lines.ts';
import { atLevel, tightCut } from './tight-cut.ts';

/** One word that fills its clip, as it comes over a telephone. */
export interface ShortWord {
  word: string;
  half: 'tuning' | 'check';
  samples: Float32Array;
}

/** Peaks of the clips, in decibels of full scale. */
const SOFTEST = -35;
const LOUDEST = -3;
/** Of a word, from its loudest to its softest frame, in decibels. Consonants of synthetic voices are softer. */
export const RANGES = { recorded: 25, synthetic: 35 };
const VOICES = ['en-us', 'en-gb', 'en-gb-scotland', 'en-gb-x-rp'].flatMap((voice) =>
  ['m1', 'm3', 'm7', 'f1', 'f2', 'f4'].map((variant) => `${voice}+${variant}`),
);

export const letters = [...'abcdefghijklmnopqrstuvwxyz'];
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
export async function spokenWords(words: readonly string[], voicesEach: number): Promise<ShortWord[]> {
  const clips: ShortWord[] = [];
  for (const word of words) {
    const voices = VOICES.toSorted((a, b) => hashOf(`${word}${a}`) - hashOf(`${word}${b}`));
    for (const voice of voices.slice(0, voicesEach)) {
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
  const cut = atLevel(tightCut(samples, range, random), level);
  return { word, half: isHeldOut(speaker) ? 'check' : 'tuning', samples: await line(cut) };
}
