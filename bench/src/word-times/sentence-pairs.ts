import { randomNumbers } from '../random.ts';
import { joinCuts } from './join-cuts.ts';
import type { Listener } from './listener.ts';
import type { Cut } from './recordings.ts';

export interface PairReport {
  /** Errors in seconds where a pair begins, at both sides of the seam, and where it ends. */
  starts: number[];
  ends: number[];
  words: number;
  /** Words of which more than half lies in what the voice detector takes for a pause. */
  outside: number;
  /** Seconds per letter, sorted. */
  perLetter: number[];
  alignMs: number[];
}

/** Two read sentences with half a second between them: only their own starts and ends are known. */
export async function measureSentences(listener: Listener, cuts: readonly Cut[]): Promise<PairReport> {
  const random = randomNumbers(11);
  const report: PairReport = { starts: [], ends: [], words: 0, outside: 0, perLetter: [], alignMs: [] };
  for (let at = 0; at + 1 < cuts.length; at += 2) {
    const pair = [cuts[at]!, cuts[at + 1]!];
    const texts = [];
    for (const { samples } of pair) texts.push(await listener.write(samples, 'en'));
    if (texts.includes('')) continue;
    const { samples, places } = joinCuts(pair, [0.5], 1, random);
    const { words, speech, alignMs } = await listener.time(samples, texts.join(' '), 'en');
    const seam = texts[0]!.split(/\s+/).length;
    report.alignMs.push(alignMs);
    report.starts.push(words[0]!.start - places[0]!.start, words[seam]!.start - places[1]!.start);
    report.ends.push(words[seam - 1]!.end - places[0]!.end, words.at(-1)!.end - places[1]!.end);
    for (const { text, start, end } of words) {
      const spoken = speech.reduce(
        (sum, span) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)),
        0,
      );
      report.words++;
      if (spoken < (end - start) / 2) report.outside++;
      report.perLetter.push((end - start) / text.replaceAll(/[^\p{L}\p{N}]/gu, '').length);
    }
  }
  report.perLetter.sort((a, b) => a - b);
  return report;
}
