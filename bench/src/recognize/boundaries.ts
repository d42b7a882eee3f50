import { someNoises } from '../corpora/samples.ts';
import { digitNames } from '../corpora/texts.ts';
import { randomNumbers } from '../random.ts';
import { quantile } from '../statistics.ts';
import { table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';
import { digitCases } from '../word-times/digits.ts';
import { joinCuts, withNoise } from '../word-times/join-cuts.ts';
import { digitSpeakers, haveRecordings } from '../word-times/recordings.ts';
import type { Pair } from './pair.ts';

/** Digits at known places, recognised freely: how far the words that are right lie from where they are. */
export async function printBoundaries(pair: Pair, strings: number): Promise<void> {
  if (!haveRecordings()) {
    console.log('\nWord boundaries: there are no recordings of digits on this machine');
    return;
  }
  const [speakers, noise] = [await digitSpeakers(), await someNoises()];
  const rows: (string | number)[][] = [['digits', 'words', 'right', 'start', '90 %', 'end', '90 %']];
  const all: { starts: number[]; ends: number[] } = { starts: [], ends: [] };
  for (const { name, gaps, speakers: kind, noise: decibels } of digitCases) {
    if (decibels !== undefined && noise.length === 0) continue;
    const random = randomNumbers(23);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
    const starts: number[] = [];
    const ends: number[] = [];
    let words = 0;
    for (let string = 0; string < strings; string++) {
      const one = pick(speakers);
      const digits = Array.from({ length: 3 + Math.floor(random() * 6) }, () => Math.floor(random() * 10));
      const cuts = digits.map((digit) => (kind === 'one' ? one : pick(speakers))[digit]!);
      const { samples, places } = joinCuts(
        cuts,
        digits.slice(1).map(() => pick(gaps)),
        1,
        random,
      );
      const audio = decibels === undefined ? samples : withNoise(samples, pick(noise), decibels);
      const recognition = await pair.recognize(audio);
      words += digits.length;
      const said = digits.map((digit) => digitNames[digit]!);
      const texts = recognition.words.map(({ text }) => comparedWords(text).join(' '));
      for (const [at, place] of compare(said, texts).places.entries()) {
        if (place < 0) continue;
        starts.push(Math.abs(recognition.words[at]!.start - places[place]!.start));
        ends.push(Math.abs(recognition.words[at]!.end - places[place]!.end));
      }
    }
    all.starts.push(...starts);
    all.ends.push(...ends);
    rows.push([name, words, starts.length, ...cells(starts), ...cells(ends)]);
  }
  rows.push(['all', '', all.starts.length, ...cells(all.starts), ...cells(all.ends)]);
  console.log('\nWord boundaries through the whole pipeline: median error, and what 90 % stay under');
  console.log(table(rows));
}

function cells(errors: readonly number[]): string[] {
  return [0.5, 0.9].map((part) =>
    errors.length === 0 ? '–' : `${Math.round(1000 * quantile(errors, part))} ms`,
  );
}
