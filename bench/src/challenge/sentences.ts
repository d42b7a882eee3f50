import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conditions } from '../endpoint/conditions.ts';
import { data, samplesOf } from '../recognize/clip-sets.ts';
import { hashOf } from '../speakers.ts';
import { table } from '../table.ts';
import type { Checker } from './checker.ts';
import { Share } from './share.ts';

interface Sentence {
  readonly file: string;
  readonly text: string;
}

const ADULT = 13;
const LEAST_WORDS = 4;

function rows(index: string): string[][] {
  if (!existsSync(join(data, index))) return [];
  const lines = readFileSync(join(data, index), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}

/** Long enough to be a challenge, and without what an expected text cannot have. */
function isChallenge({ text }: Sentence): boolean {
  return /^[\p{L}\p{M} .,;:!?'’"“”()\-–—…]{1,200}$/u.test(text) && text.split(' ').length >= LEAST_WORDS;
}

const read = (wanted: (age: number) => boolean) => () =>
  rows('speech-en/index.tsv')
    .filter(([file, , , age]) => !file!.startsWith('jfk') && wanted(Number(age)))
    .map((row) => ({ file: `speech-en/${row[0]}`, text: row[4]! }));

const sets: Readonly<Record<string, () => Sentence[]>> = {
  'Common Voice, at home': () =>
    rows('common-voice/index.tsv')
      .filter(([, language, , , , , text]) => language === 'en' && text)
      .map((row) => ({ file: `common-voice/${row[0]}`, text: row[6]! })),
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
