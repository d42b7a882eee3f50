import { writeOut } from '../out.ts';
import { table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';
import type { RecognizedClip } from './accuracy.ts';
import type { Clip } from './clip-sets.ts';
import type { Pair } from './pair.ts';
import { drawReliability } from './reliability-plot.ts';

/** A score, and what became of it: 1 and 0, or the share of words that is right. */
export interface Outcome {
  said: number;
  was: number;
}

export interface Bin {
  from: number;
  to: number;
  count: number;
  /** Means of what was said and of what was. */
  said: number;
  was: number;
}

const EDGES = [0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 1];

export function binsOf(outcomes: readonly Outcome[]): Bin[] {
  return EDGES.slice(1).map((to, index) => {
    const from = EDGES[index]!;
    const inside = outcomes.filter(({ said }) => said >= from && (said < to || to === 1));
    const mean = (key: keyof Outcome) => inside.reduce((sum, each) => sum + each[key], 0) / inside.length;
    return { from, to, count: inside.length, said: mean('said'), was: mean('was') };
  });
}

/** How far from the truth scores are on average, bin by bin. */
export function calibrationError(outcomes: readonly Outcome[]): number {
  const weighted = binsOf(outcomes)
    .filter(({ count }) => count > 0)
    .map(({ count, said, was }) => count * Math.abs(said - was));
  return weighted.reduce((sum, each) => sum + each, 0) / outcomes.length;
}

/** Scores of words and of alternatives against what is right, on the speakers that nothing was fitted on. */
export async function printCalibration(pair: Pair, clips: readonly RecognizedClip[]): Promise<void> {
  const check = clips.filter(({ clip }) => clip.half === 'check');
  const words = check.flatMap(wordOutcomes);
  const best = check.flatMap(({ clip, recognition: { segments } }) =>
    segments.length === 1 ? alternativeOutcomes(clip, segments[0]!.alternatives) : [],
  );
  const others: Outcome[] = [];
  for (const {
    clip,
    recognition: { segments },
  } of check) {
    if (segments.length !== 1) continue;
    const more = await pair.recognize(clip.samples, { sentences: 5, words: 'none' });
    others.push(...alternativeOutcomes(clip, more.segments[0]?.alternatives ?? []));
  }
  console.log(`\nScores of ${pair.name}: what they say and what was, speakers that nothing was fitted on`);
  const series = { words, 'best texts': best, 'five alternatives': others };
  const [wordBins, bestBins, otherBins] = Object.values(series).map(binsOf) as [Bin[], Bin[], Bin[]];
  const cells = ({ count, said, was }: Bin) =>
    count === 0 ? ['0', '–', '–'] : [count, (100 * said).toFixed(0), (100 * was).toFixed(0)];
  console.log(
    table([
      ['score', 'words', 'said', 'right', 'best texts', 'said', 'right', 'of five', 'said', 'right'],
      ...wordBins.map((bin, at) => [
        `${100 * bin.from} to ${100 * bin.to}`,
        ...cells(bin),
        ...cells(bestBins[at]!),
        ...cells(otherBins[at]!),
      ]),
    ]),
  );
  for (const [name, outcomes] of Object.entries(series))
    console.log(`${name}: ${(100 * calibrationError(outcomes)).toFixed(1)} points from the truth on average`);
  const picture = drawReliability({
    words: wordBins,
    'best texts': bestBins,
    'five alternatives': otherBins,
  });
  console.log(`picture: ${writeOut(`calibration-${pair.name}.svg`, picture)}`);
}

function wordOutcomes({ clip, recognition }: RecognizedClip): Outcome[] {
  const texts = recognition.words.map(({ text }) => comparedWords(text).join(' '));
  const { places } = compare(comparedWords(clip.text), texts);
  return recognition.words.map(({ score }, at) => ({ said: score, was: places[at]! >= 0 ? 1 : 0 }));
}

/** Of the words of each text, the share that is right. */
function alternativeOutcomes(
  clip: Clip,
  alternatives: readonly { text: string; score: number }[],
): Outcome[] {
  return alternatives.map(({ text, score }) => {
    const words = comparedWords(text);
    const { places } = compare(comparedWords(clip.text), words);
    return { said: score, was: places.filter((place) => place >= 0).length / words.length };
  });
}
