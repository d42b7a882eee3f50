import { type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf } from '../corpora/speakers.ts';
import { conditions } from '../endpoint/conditions.ts';
import { table } from '../table.ts';
import type { Checker } from './checker.ts';
import { Share } from './share.ts';

type Sentence = Pick<Recording, 'file' | 'text'>;

const ADULT = 13;
const LEAST_WORDS = 4;

/** Long enough to be a challenge, and without what an expected text cannot have. */
function isChallenge({ text }: Sentence): boolean {
  return /^[\p{L}\p{M} .,;:!?'’"“”()\-–—…]{1,200}$/u.test(text) && text.split(' ').length >= LEAST_WORDS;
}

const read = (wanted: (age: number) => boolean) => () =>
  recordings('speech-en').filter(({ age }) => wanted(Number(age)));

const sets: Readonly<Record<string, () => Sentence[]>> = {
  'Common Voice, at home': () =>
    recordings('common-voice').filter(({ language, text }) => language === 'en' && text !== ''),
  'learners, adults': read((age) => age >= ADULT),
  'learners, children': read((age) => age < ADULT),
};

/** Read sentences: how often the sentence itself is accepted, one that differs in a word, and another one. */
export async function printSentences(checker: Checker, clips: number): Promise<void> {
  const shown: string[][] = [];
  for (const [set, sentences] of Object.entries(sets)) {
    const all = sentences().filter(isChallenge);
    const some = all.toSorted((a, b) => hashOf(a.file) - hashOf(b.file)).slice(0, clips);
    for (const name of ['as recorded', 'telephone, 8 kHz G.711']) {
      const [own, oneWord, other] = [new Share(), new Share(), new Share()];
      for (const [n, { file, text }] of some.entries()) {
        const utterances = await checker.utterances(conditions[name]!(await samplesOf(file)));
        const next = some[(n + 1) % some.length]!.text;
        own.add(await checker.accepts(utterances, text));
        oneWord.add(await checker.accepts(utterances, withWordOf(text, next)));
        other.add(await checker.accepts(utterances, next));
      }
      shown.push([set, name, String(own), String(oneWord), String(other)]);
    }
  }
  console.log('\nRead sentences of four words and more: accepted with the interval of 95 %');
  console.log(table([['speech', 'audio', 'its own text', 'one word different', 'another text'], ...shown]));
}

/** The text with its longest word replaced by the longest of another. */
function withWordOf(text: string, other: string): string {
  const longest = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length)[0]!;
  const words = text.split(' ');
  return words.with(words.indexOf(longest(words)), longest(other.split(' '))).join(' ');
}
