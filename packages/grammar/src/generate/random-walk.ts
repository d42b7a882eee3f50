import { ANY, CALL, CALL_NONEMPTY, type Network, WORD } from '../compile/network.ts';
import { cheapestEnds, passing } from './least-words.ts';

/** What stands for words that the grammar leaves open. */
const GARBAGE_WORDS = ['something', 'anything', 'whatever'];
/** From here on the walk goes straight to the end: recursive rules would go on for ever. */
const MOST_DEPTH = 100;
const MOST_STEPS = 20_000;

/** Walks through a network at random, by the weights of its grammar, and says what it passes. */
export class RandomWalk {
  readonly #network: Network;
  readonly #cheapest: Float64Array;

  constructor(network: Network) {
    this.#network = network;
    this.#cheapest = cheapestEnds(network);
  }

  /** The tokens of one sentence; undefined where the grammar has none. */
  tokens(random: () => number, mostWords: number): string[] | undefined {
    const { ruleStart, ruleFinal, stateRule, arcKind, arcValue, arcTarget } = this.#network;
    let state = ruleStart[0]!;
    if (this.#cheapest[state] === Number.POSITIVE_INFINITY) return undefined;
    const tokens: string[] = [];
    const returns: number[] = [];
    for (let steps = 0; ; steps++) {
      while (ruleFinal[stateRule[state]!] === state) {
        if (returns.length === 0) return tokens;
        state = returns.pop()!;
      }
      const hurry = tokens.length >= mostWords || returns.length > MOST_DEPTH || steps > MOST_STEPS;
      const arc = hurry ? this.#cheapestArc(state) : this.#likelyArc(state, random);
      const kind = arcKind[arc]!;
      if (kind === CALL || kind === CALL_NONEMPTY) {
        returns.push(arcTarget[arc]!);
        state = ruleStart[arcValue[arc]!]!;
        continue;
      }
      if (kind === ANY) tokens.push(GARBAGE_WORDS[Math.floor(random() * GARBAGE_WORDS.length)]!);
      if (kind === WORD) tokens.push(...this.#tokenOf(arc));
      state = arcTarget[arc]!;
    }
  }

  /** As the grammar writes it; it stands on the arc of its last word. */
  #tokenOf(arc: number): string[] {
    const output = this.#network.outputs[this.#network.arcOutput[arc]!];
    return output?.kind === 'token' ? [output.text] : [];
  }

  #likelyArc(state: number, random: () => number): number {
    const { firstArc, arcCost } = this.#network;
    let total = 0;
    let chosen = -1;
    for (let arc = firstArc[state]!; arc < firstArc[state + 1]!; arc++) {
      if (this.#toEnd(arc) === Number.POSITIVE_INFINITY) continue;
      const weight = Math.exp(-arcCost[arc]! / 1e6);
      total += weight;
      if (random() * total < weight) chosen = arc;
    }
    return chosen;
  }

  #cheapestArc(state: number): number {
    const { firstArc } = this.#network;
    let chosen = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let arc = firstArc[state]!; arc < firstArc[state + 1]!; arc++) {
      const cost = this.#toEnd(arc);
      if (cost < least) [least, chosen] = [cost, arc];
    }
    return chosen;
  }

  #toEnd(arc: number): number {
    const { arcTarget, ruleStart } = this.#network;
    return passing(this.#network, arc, this.#cheapest, ruleStart) + this.#cheapest[arcTarget[arc]!]!;
  }
}
