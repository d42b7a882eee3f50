import { hashOf } from '../corpora/speakers.ts';
import { type BenchGrammar, phrases } from '../grammar-recognition/bench-grammar.ts';
import { table } from '../table.ts';
import type { KokoroWords } from './kokoro-words.ts';
import type { BenchRecognizer } from './recognizer.ts';
import { sentenceWords } from './sentence-words.ts';
import { percent } from './share.ts';
import { BRITISH, britishWords, commands, type ShortWord, spokenWords } from './words.ts';

const CHOICES = 25;

/** Words cut tightly out of a larger choice: right, refused and wrong, and accepted where the word is no choice. */
export async function printMenus(
  recognizer: BenchRecognizer,
  kokoro: KokoroWords,
  clips: number,
): Promise<void> {
  const sets: [string, readonly ShortWord[]][] = [
    ['words of sentences, people', await sentenceWords(recognizer, clips)],
    ['commands, Kokoro', await kokoro.words(commands, 4)],
    ['commands, espeak-ng, American', await spokenWords(commands, 4, ['en-us'])],
    ['commands, espeak-ng, British', await spokenWords(commands, 4, BRITISH)],
    ['British words, espeak-ng, American', await spokenWords(britishWords, 4, ['en-us'])],
    ['British words, espeak-ng, British', await spokenWords(britishWords, 4, BRITISH)],
  ];
  const rows: (string | number)[][] = [];
  for (const [name, words] of sets) {
    for (const half of ['tuning', 'check'] as const) {
      const own = words.filter((word) => word.half === half);
      if (own.length > 0) rows.push([name, half, own.length, ...(await outcomes(recognizer, own, words))]);
    }
  }
  console.log(
    `\nWords cut tightly, 8 kHz and G.711, by a grammar of ${CHOICES} words, and by one of as many others`,
  );
  console.log(table([['words', 'half', 'clips', 'right', 'refused', 'wrong', 'others accepted'], ...rows]));
}

async function outcomes(
  recognizer: BenchRecognizer,
  clips: readonly ShortWord[],
  all: readonly ShortWord[],
): Promise<string[]> {
  let [right, refused, accepted] = [0, 0, 0];
  for (const [at, { word, samples }] of clips.entries()) {
    const { inside, outside } = await menusFor(word, at, all);
    const found = await recognizer.sentence(samples, inside);
    if (found === undefined) refused += 1;
    else if (found === word) right += 1;
    if ((await recognizer.sentence(samples, outside)) !== undefined) accepted += 1;
  }
  const wrong = clips.length - right - refused;
  return [right, refused, wrong, accepted].map((count) => percent(count, clips.length));
}

/** A grammar that has a word among others, and one that has only others. */
export async function menusFor(
  word: string,
  number: number,
  all: readonly Pick<ShortWord, 'word'>[],
): Promise<{ inside: BenchGrammar; outside: BenchGrammar }> {
  const others = [...new Set(all.map((each) => each.word))]
    .filter((each) => each !== word)
    .toSorted((a, b) => hashOf(`${number}${a}`) - hashOf(`${number}${b}`));
  return {
    inside: await phrases(`${number} inside`, [word, ...others.slice(0, CHOICES - 1)]),
    outside: await phrases(`${number} outside`, others.slice(-CHOICES)),
  };
}
