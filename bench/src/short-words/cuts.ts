import { digitNames } from '../corpora/texts.ts';
import { type BenchGrammar, phrases } from '../grammar-recognition/bench-grammar.ts';
import { table } from '../table.ts';
import type { KokoroWords } from './kokoro-words.ts';
import type { BenchRecognizer } from './recognizer.ts';
import { percent } from './share.ts';
import { tightCut } from './tight-cut.ts';
import { digitWords, letters, menu, type ShortWord, spokenWords } from './words.ts';

type Version = (word: ShortWord) => Float32Array | Promise<Float32Array>;

const VERSIONS: Readonly<Record<string, Version>> = {
  'as said': ({ whole }) => whole,
  'over the line': ({ whole, line }) => line(whole),
  'cut at its ends': ({ whole, range, line }) => line(tightCut(whole, range, () => 0)),
  'cut tightly': ({ samples }) => samples,
};

/** What the telephone line takes from words, and what cutting does; Whisper small hears the same words as they were said. */
export async function printCuts(
  { recognizer, whisper }: { recognizer: BenchRecognizer; whisper: BenchRecognizer },
  { kokoro, spelled }: { kokoro: KokoroWords; spelled: readonly ShortWord[] },
  clips: number,
): Promise<void> {
  const grammars = {
    digits: await phrases('digits', digitNames),
    letters: await phrases('letters', letters),
    menu: await phrases('menu', menu),
  };
  const sets: [string, readonly ShortWord[], BenchGrammar][] = [
    ['digits, people', await digitWords(clips), grammars.digits],
    ['letters, people', spelled, grammars.letters],
    ['letters, Kokoro', await kokoro.words(letters, 4), grammars.letters],
    ['letters, espeak-ng', await spokenWords(letters, 4), grammars.letters],
    ['menu, espeak-ng', await spokenWords(menu, 10), grammars.menu],
  ];
  const rows: (string | number)[][] = [];
  for (const [name, words, grammar] of sets) {
    const own = words.filter(({ half }) => half === 'check');
    const shares: string[] = [];
    for (const version of Object.values(VERSIONS)) {
      shares.push(await shareRight(recognizer, own, { version, grammar }));
    }
    shares.push(await shareRight(whisper, own, { version: VERSIONS['as said']!, grammar }));
    rows.push([name, own.length, ...shares]);
  }
  console.log('\nWords that are right, by what is left of them (half "check", threshold 0)');
  console.log(table([['words', 'clips', ...Object.keys(VERSIONS), 'Whisper small, as said'], ...rows]));
}

async function shareRight(
  recognizer: BenchRecognizer,
  words: readonly ShortWord[],
  { version, grammar }: { version: Version; grammar: BenchGrammar },
): Promise<string> {
  let right = 0;
  for (const each of words) {
    if ((await recognizer.sentence(await version(each), grammar, 0)) === each.word) right += 1;
  }
  return percent(right, words.length);
}
