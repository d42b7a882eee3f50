import { randomNumbers } from '../random.ts';
import type { Scores } from './accuracy-trials.ts';

const ROUNDS = 200;

/** Comparisons in the order of their scores: who takes part in each. */
interface Sorted {
  readonly isTarget: Uint8Array;
  readonly enrolled: Uint16Array;
  readonly tested: Uint16Array;
}

/** The 95 % interval of the rate of equal errors when the people are drawn anew, each comparison with its people. */
export function errorInterval(scores: Scores): [number, number] {
  const { count } = scores.people;
  const next = randomNumbers(1);
  const sorted = inOrder(scores);
  const rates = Array.from({ length: ROUNDS }, () => {
    const drawn = new Uint32Array(count);
    for (let n = 0; n < count; n++) drawn[Math.floor(next() * count)]! += 1;
    return equalErrors(sorted, drawn);
  }).sort((a, b) => a - b);
  return [rates[Math.floor(0.025 * ROUNDS)]!, rates[Math.ceil(0.975 * ROUNDS) - 1]!];
}

function inOrder({ targets, impostors, people }: Scores): Sorted {
  const all = [
    ...Array.from(targets, (score, n) => ({ score, isTarget: 1, pair: Array(2).fill(people.targets[n]!) })),
    ...Array.from(impostors, (score, n) => ({ score, isTarget: 0, pair: people.impostors[n]! })),
  ].sort((a, b) => a.score - b.score);
  return {
    isTarget: Uint8Array.from(all, ({ isTarget }) => isTarget),
    enrolled: Uint16Array.from(all, ({ pair }) => pair[0]),
    tested: Uint16Array.from(all, ({ pair }) => pair[1]),
  };
}

/** A person who is drawn twice has every comparison twice. Plain loops: with iterators a table took twenty minutes. */
function equalErrors({ isTarget, enrolled, tested }: Sorted, drawn: Uint32Array): number {
  const weights = new Uint32Array(isTarget.length);
  let [rights, others] = [0, 0];
  for (let n = 0; n < weights.length; n++) {
    const weight = drawn[enrolled[n]!]! * (isTarget[n] ? 1 : drawn[tested[n]!]!);
    weights[n] = weight;
    if (isTarget[n]) rights += weight;
    else others += weight;
  }
  let [rejected, accepted] = [0, others];
  for (let n = 0; n < weights.length; n++) {
    if (isTarget[n]) rejected += weights[n]!;
    else accepted -= weights[n]!;
    if (rejected / rights >= accepted / others) return (rejected / rights + accepted / others) / 2;
  }
  return 0;
}
