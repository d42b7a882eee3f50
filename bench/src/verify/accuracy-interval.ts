import type { Scores } from './accuracy-trials.ts';

const ROUNDS = 200;

/** The 95 % interval of the rate of equal errors when the people are drawn anew, each comparison with its people. */
export function errorInterval({ targets, impostors, people }: Scores): [number, number] {
  const next = random(1);
  // One order for all rounds: what changes is how often each comparison counts.
  const all = [
    ...Array.from(targets, (score, n) => ({ score, isTarget: true, who: [people.targets[n]!] })),
    ...Array.from(impostors, (score, n) => ({ score, isTarget: false, who: people.impostors[n]! })),
  ].sort((a, b) => a.score - b.score);
  const rates = Array.from({ length: ROUNDS }, () => {
    const drawn = new Uint32Array(people.count);
    for (let n = 0; n < people.count; n++) drawn[Math.floor(next() * people.count)]! += 1;
    return equalErrors(
      all.map(({ isTarget, who }) => ({
        isTarget,
        weight: who.reduce((product, person) => product * drawn[person]!, 1),
      })),
    );
  }).sort((a, b) => a - b);
  return [rates[Math.floor(0.025 * ROUNDS)]!, rates[Math.ceil(0.975 * ROUNDS) - 1]!];
}

/** Of comparisons in the order of their scores, each counted so many times. */
function equalErrors(sorted: readonly { isTarget: boolean; weight: number }[]): number {
  const total = (isTarget: boolean) =>
    sorted.reduce((sum, each) => sum + (each.isTarget === isTarget ? each.weight : 0), 0);
  const [rights, others] = [total(true), total(false)];
  let [rejected, accepted] = [0, others];
  for (const { isTarget, weight } of sorted) {
    if (isTarget) rejected += weight;
    else accepted -= weight;
    if (rejected / rights >= accepted / others) return (rejected / rights + accepted / others) / 2;
  }
  return 0;
}

/** Even numbers below one, the same each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
