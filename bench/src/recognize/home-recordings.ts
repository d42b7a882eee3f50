import { evenly, type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { percent, table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';

/** One way to recognise a clip: its text, and the processor time that it took. */
export type Way = (samples: Float32Array, language: string) => Promise<{ text: string; ms: number }>;

interface Sum {
  words: number;
  errors: number;
  ms: number;
  seconds: number;
}

/**
 * Word errors of several ways to recognise the same clips, as people recorded them at home, by language. The clips of a
 * language are evenly picked.
 */
export async function printHomeRecordings(
  title: string,
  ways: Readonly<Record<string, Way>>,
  languages: readonly string[],
  clips: number,
): Promise<void> {
  const all = recordings('common-voice').filter(({ text }) => text !== '');
  if (all.length === 0) {
    console.log(`\n${title}: the recordings are not on this machine, left out`);
    return;
  }
  const rows: (string | number)[][] = [];
  for (const language of languages) {
    const own = evenly(
      all.filter((each) => each.language === language),
      clips,
    );
    const sums = await sumsOf(own, ways);
    for (const [name, { words, errors, ms, seconds }] of Object.entries(sums)) {
      const realTime = (ms / 1000 / seconds).toFixed(3);
      rows.push([language, own.length, words, name, percent(errors / words), `${realTime} ×`]);
    }
  }
  console.log(`\n${title}`);
  console.log(table([['language', 'clips', 'words', 'by', 'word errors', 'processor time'], ...rows]));
}

async function sumsOf(
  clips: readonly Recording[],
  ways: Readonly<Record<string, Way>>,
): Promise<Record<string, Sum>> {
  const sums = Object.fromEntries(
    Object.keys(ways).map((name): [string, Sum] => [name, { words: 0, errors: 0, ms: 0, seconds: 0 }]),
  );
  for (const { file, text: said, language } of clips) {
    const samples = await samplesOf(file);
    const words = comparedWords(said, language);
    for (const [name, recognise] of Object.entries(ways)) {
      const { text, ms } = await recognise(samples, language);
      const sum = sums[name]!;
      sum.words += words.length;
      sum.errors += compare(words, comparedWords(text, language)).errors;
      sum.ms += ms;
      sum.seconds += samples.length / 16_000;
    }
  }
  return sums;
}
