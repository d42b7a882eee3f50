import { writeOut } from '../out.ts';
import { binsOf, calibrationError } from '../recognize/calibration.ts';
import { percent, table } from '../table.ts';
import type { Pair } from './pairs.ts';
import { drawErrors } from './rejection-plot.ts';

const THRESHOLDS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

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
      'pairs of utterance and grammar, by the half of the speakers that is held out',
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

export function grammarKind({ grammar }: Pair): string {
  return grammar.replace(/^menu \d+$/, 'menu of 30');
}

function share(pairs: readonly Pair[], of: (pair: Pair) => boolean): string {
  return pairs.length === 0 ? '–' : percent(pairs.filter(of).length / pairs.length);
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
    'recognized',
    'found',
  ];
  const rows = pairs.map(
    ({ half, kind, grammar, inside, right, accepted, chance, hypothesis, found, said, recognized }) => [
      half,
      kind,
      grammar,
      inside,
      right,
      accepted,
      chance.toFixed(3),
      hypothesis.total.toFixed(2),
      found?.logProb.toFixed(2) ?? '',
      said ?? '',
      recognized,
      found?.sentence.words.map(({ word }) => word).join(' ') ?? '',
    ],
  );
  return `${[header, ...rows].map((row) => row.join('\t')).join('\n')}\n`;
}
