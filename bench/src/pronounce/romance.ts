import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { recordings } from '../corpora/recordings.ts';
import { table } from '../table.ts';
import { comparedWords } from '../word-errors.ts';
import { ErrorRates } from './error-rates.ts';
import { espeakLines, hasEspeak, modelSigns } from './espeak.ts';
import { pronouncerOf } from './pronounce-inside.ts';
import { sentences } from './sentences.ts';

/** Debian's word lists (packages wbrazilian and wspanish). */
const LISTS: Readonly<Record<string, string>> = {
  pt: '/usr/share/dict/brazilian',
  es: '/usr/share/dict/spanish',
};
const MOST = 5_000;

/** Portuguese and Spanish by rule, beside espeak-ng: words of running text, and words of a list. */
export function printRomance(languages: readonly string[], verbose: boolean): void {
  if (!hasEspeak()) {
    console.log('\nPortuguese and Spanish: espeak-ng is not installed, left out');
    return;
  }
  const rows: string[][] = [
    [
      'beside espeak-ng',
      'words of',
      'words',
      'different words',
      'different sounds',
      'other words with stress',
    ],
  ];
  for (const language of languages.filter((each) => LISTS[each]))
    for (const [name, words] of Object.entries(wordSets(language))) {
      if (words.length === 0) continue;
      rows.push([language, name, ...compared(words, language, verbose)]);
    }
  console.log(`\n${table(rows)}`);
}

function wordSets(language: string): Record<string, string[]> {
  const texts = [
    ...sentences[language]!,
    ...recordings('common-voice')
      .filter((each) => each.language === language)
      .map(({ text }) => text),
  ];
  const running = new Set(texts.flatMap((text) => comparedWords(text, language)).filter(isWord));
  const list = existsSync(LISTS[language]!) ? readFileSync(LISTS[language]!, 'utf8').split('\n') : [];
  const hashed = list
    .filter(isWord)
    .map((word) => [createHash('sha256').update(word).digest('hex'), word] as const);
  const sample = hashed.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST);
  return { 'running text': [...running], 'a word list': sample.map(([, word]) => word) };
}

function isWord(word: string): boolean {
  return /^\p{Ll}{2,}$/u.test(word);
}

function compared(words: readonly string[], language: string, verbose: boolean): string[] {
  const theirs = espeakLines(words, language);
  if (theirs.length !== words.length)
    throw new Error(`espeak-ng said ${theirs.length} of ${words.length} words`);
  const pronouncer = pronouncerOf(language);
  const [plain, stressed] = [new ErrorRates(language), new ErrorRates(language, true)];
  for (const [at, word] of words.entries()) {
    const [ours] = pronouncer.sounds([{ text: word, written: word, letter: false, trail: '.' }]);
    const reference = modelSigns(theirs[at]!, language);
    const isStressed = stressed.add(ours!, [reference]);
    if (plain.add(ours!, [reference]) || isStressed) if (verbose) console.log(`${word} ${ours} ${reference}`);
  }
  return [...plain.cells(), stressed.cells()[1]!];
}
