import { binsOf, calibrationError } from '../recognize/calibration.ts';
import { fitLogistic } from '../recognize/logistic.ts';
import { writeOut } from '../recognize/out.ts';
import { table } from '../table.ts';
import type { Pair } from './pairs.ts';
import { drawErrors } from './picture.ts';

const THRESHOLDS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** As the acceptance has them. */
const LEAST_DOUBT = 2;

export interface ErrorRates {
  threshold: number;
  falseRejects: number;
  falseAccepts: number;
}

/** How often speech inside of a grammar is refused, and speech outside of it accepted, by the chance asked for. */
export function errorRates(pairs: readonly Pair[], threshold: number): ErrorRates {
  const [inside, outside] = [pairs.filter((pair) => pair.inside), pairs.filter((pair) => !pair.inside)];
  const accepted = (some: readonly Pair[]) => some.filter(({ chance }) => chance >= threshold).length;
  return {
    threshold,
    falseRejects: 1 - accepted(inside) / inside.length,
    falseAccepts: accepted(outside) / outside.length,
  };
}

export function printRejection(model: string, all: readonly Pair[]): void {
  const pairs = all.filter(({ half }) => half === 'check');
  const inside = pairs.filter((pair) => pair.inside);
  console.log(
    `\nSpeech inside and outside of grammars, ${model}: ${inside.length} and ${pairs.length - inside.length} ` +
      'pairs of utterance and grammar, by speakers that no weight was fitted on',
  );
  const rates = THRESHOLDS.map((threshold) => errorRates(pairs, threshold));
  console.log(
    table([
      ['chance asked for', 'false rejects', 'false accepts'],
      ...rates.map((rate) => [rate.threshold, percent(rate.falseRejects), percent(rate.falseAccepts)]),
    ]),
  );
  printOperatingPoint(pairs);
  printChances(pairs);
  const steps = [...new Set(pairs.map(({ chance }) => chance))].sort((a, b) => a - b);
  const now = operatingPoint(pairs);
  const curves = { 'all grammars': steps.map((threshold) => errorRates(pairs, threshold)) };
  console.log(`picture: ${writeOut(`grammar-rejection-${model}.svg`, drawErrors(curves, now))}`);
  writeOut(`grammar-recognition-${model}.tsv`, rowsOf(all));
}

function operatingPoint(pairs: readonly Pair[]): ErrorRates {
  const threshold = Math.min(...pairs.filter(({ accepted }) => accepted).map(({ chance }) => chance));
  return errorRates(pairs, threshold);
}

function printOperatingPoint(pairs: readonly Pair[]): void {
  console.log('\nAs the engine decides, by grammar');
  const names = [...new Set(pairs.map(grammarKind))].sort();
  const rows = [...names, 'all'].map((name) => {
    const some = name === 'all' ? pairs : pairs.filter((pair) => grammarKind(pair) === name);
    const [inside, outside] = [some.filter((pair) => pair.inside), some.filter((pair) => !pair.inside)];
    return [
      name,
      inside.length,
      share(inside, ({ accepted }) => !accepted),
      share(inside, ({ accepted, right }) => accepted && right),
      outside.length,
      share(outside, ({ accepted }) => accepted),
    ];
  });
  console.log(table([['grammar', 'inside', 'refused', 'right', 'outside', 'accepted'], ...rows]));
}

/** Scores of what was accepted against what was said. */
function printChances(pairs: readonly Pair[]): void {
  const outcomes = pairs
    .filter(({ accepted }) => accepted)
    .map(({ chance, found, right }) => ({ said: chance * found!.share, was: right ? 1 : 0 }));
  console.log('\nScores of accepted sentences, in percent, and how many were what was said');
  console.log(
    table([
      ['score', 'sentences', 'said', 'right'],
      ...binsOf(outcomes)
        .filter(({ count }) => count > 0)
        .map(({ from, to, count, said, was }) => [
          `${100 * from} to ${100 * to}`,
          count,
          (100 * said).toFixed(0),
          (100 * was).toFixed(0),
        ]),
    ]),
  );
  console.log(`${(100 * calibrationError(outcomes)).toFixed(1)} points from the truth on average`);
}

/** Weights of the acceptance from one half of the speakers; acted speech is not for fitting. */
export function printFit(all: readonly Pair[]): void {
  const examples = all
    .filter(({ half, kind, found }) => half === 'tuning' && kind !== 'acted' && found !== undefined)
    .map(({ free, found, right }) => {
      const root = Math.sqrt(LEAST_DOUBT + Math.max(0, -free.total));
      return { word: Math.max(0, free.total - found!.logProb) / root, text: 0, right };
    });
  const { bias, word } = fitLogistic(examples);
  console.log(`\nFitted on ${examples.length} pairs: bias ${bias.toFixed(2)}, lack ${(-word).toFixed(2)}`);
}

export function grammarKind({ grammar }: Pair): string {
  return grammar.replace(/^menu \d+$/, 'menu of 30');
}

function share(pairs: readonly Pair[], of: (pair: Pair) => boolean): string {
  return pairs.length === 0 ? '–' : percent(pairs.filter(of).length / pairs.length);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

function rowsOf(pairs: readonly Pair[]): string {
  const header = [
    'half',
    'kind',
    'grammar',
    'inside',
    'right',
    'accepted',
    'chance',
    'free',
    'bound',
    'said',
    'heard',
    'found',
  ];
  const rows = pairs.map(
    ({ half, kind, grammar, inside, right, accepted, chance, free, found, said, heard }) => [
      half,
      kind,
      grammar,
      inside,
      right,
      accepted,
      chance.toFixed(3),
      free.total.toFixed(2),
      found?.logProb.toFixed(2) ?? '',
      said ?? '',
      heard,
      found?.sentence.words.map(({ word }) => word).join(' ') ?? '',
    ],
  );
  return `${[header, ...rows].map((row) => row.join('\t')).join('\n')}\n`;
}
