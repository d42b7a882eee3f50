import { type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf } from '../corpora/speakers.ts';
import type { BenchRecognizer } from './recognizer.ts';
import { RANGES, type ShortWord, shortWord } from './words.ts';

const RATE = 16_000;
/** Shorter words are said weakly within sentences. */
const LEAST_LETTERS = 4;
/** Seconds. */
const EDGE = 0.03;
const SHORTEST = 0.2;
const LONGEST = 1;
const LEAST_SCORE = 0.6;

/** Words of four and more letters that people say within sentences, cut out where free recognition has what was to be read. */
export async function sentenceWords(recognizer: BenchRecognizer, most: number): Promise<ShortWord[]> {
  const english = recordings('common-voice')
    .filter(({ language }) => language === 'en')
    .toSorted((a, b) => hashOf(a.file) - hashOf(b.file));
  const clips: ShortWord[] = [];
  for (const recording of english) {
    if (clips.length >= most) break;
    clips.push(...(await wordsOf(recording, recognizer)));
  }
  return clips.slice(0, most);
}

async function wordsOf(
  { file, speaker, text }: Recording,
  recognizer: BenchRecognizer,
): Promise<ShortWord[]> {
  const samples = await samplesOf(file);
  const written = new Set(text.toLowerCase().match(/[a-z]+/g));
  const clips: ShortWord[] = [];
  for (const { text: word, start, end, score } of await recognizer.words(samples)) {
    if (score < LEAST_SCORE || word.length < LEAST_LETTERS || !written.has(word)) continue;
    if (end - start < SHORTEST || end - start > LONGEST) continue;
    const part = samples.slice(
      Math.max(0, Math.round((start - EDGE) * RATE)),
      Math.round((end + EDGE) * RATE),
    );
    const source = { word, speaker: `cv${speaker}`, name: `${file} ${word}`, range: RANGES.recorded };
    clips.push(await shortWord(source, part));
  }
  return clips;
}
