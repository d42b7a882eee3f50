import { table } from '../table.ts';
import { digitCases } from '../word-times/digits.ts';
import { joinCuts, randomNumbers, withNoise } from '../word-times/join-cuts.ts';
import { digitNames, digitSpeakers, haveRecordings, noises } from '../word-times/recordings.ts';
import type { Pair } from './hear.ts';
import { compare, comparedWords } from './word-errors.ts';

/** Digits at known places, recognised freely: how far the words that are right lie from where they are. */
export async function printBoundaries(pair: Pair, strings: number): Promise<void> {
  if (!haveRecordings()) {
    console.log('\nWord boundaries: there are no recordings of digits on this machine');
    return;
  }
  const [speakers, noise] = [await digitSpeakers(), await noises()];
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
      const heard = await pair.hear(audio);
      words += digits.length;
      const said = digits.map((digit) => digitNames[digit]!);
      const texts = heard.words.map(({ text }) => comparedWords(text).join(' '));
      for (const [at, place] of compare(said, texts).places.entries()) {
        if (place < 0) continue;
        starts.push(Math.abs(heard.words[at]!.start - places[place]!.start));
        ends.push(Math.abs(heard.words[at]!.end - places[place]!.end));
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
  const sorted = errors.toSorted((a, b) => a - b);
  return [0.5, 0.9].map((part) => {
    const error = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
    return error === undefined ? '–' : `${Math.round(1000 * error)} ms`;
  });
}
