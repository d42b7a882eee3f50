import { ANY, CALL, CALL_NONEMPTY, type Network, WORD } from '../compile/network.ts';

/** A word is worth more than any number of steps without one; steps count so that going round in circles never pays. */
const WORD_COST = 1_000_000;

/** The cheapest way from every state to the end of its rule; Infinity where there is none. */
export function cheapestEnds(network: Network): Float64Array {
  const { states, firstArc, arcTarget, ruleFinal, ruleStart } = network;
  const cheapest = new Float64Array(states).fill(Number.POSITIVE_INFINITY);
  for (const final of ruleFinal) cheapest[final] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    // Backwards, since most arcs lead to later states.
    for (let state = states - 1; state >= 0; state--) {
      for (let arc = firstArc[state]!; arc < firstArc[state + 1]!; arc++) {
        const cost = passing(network, arc, cheapest, ruleStart) + cheapest[arcTarget[arc]!]!;
        if (cost >= cheapest[state]!) continue;
        cheapest[state] = cost;
        changed = true;
      }
    }
  }
  return cheapest;
}

/** What an arc takes at least. */
export function passing(
  { arcKind, arcValue }: Network,
  arc: number,
  cheapest: Float64Array,
  ruleStart: Int32Array,
): number {
  const kind = arcKind[arc]!;
  if (kind === WORD || kind === ANY) return WORD_COST;
  if (kind === CALL || kind === CALL_NONEMPTY) return 1 + cheapest[ruleStart[arcValue[arc]!]!]!;
  return 1;
}
