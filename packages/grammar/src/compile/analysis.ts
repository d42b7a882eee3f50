import { type FirstWords, findFirstWords } from './first-words.ts';
import { EPSILON, type Network } from './network.ts';
import { findNullable } from './nullable.ts';
import { indexStates, type StateIndex } from './state-index.ts';

/** What the matcher wants to know of a network beforehand. */
export interface Analysis {
  /** 1 for rules that match the empty input. */
  readonly nullable: Uint8Array;
  readonly first: FirstWords;
  /** For states with many arcs: which of them a word can take. */
  readonly index: StateIndex;
  /** 1 for states from which one single path leads to the end of the rule, without words or calls. */
  readonly tail: Uint8Array;
}

export function analyse(network: Network): Analysis {
  const nullable = findNullable(network);
  const first = findFirstWords(network, nullable);
  return { nullable, first, index: indexStates(network, nullable, first), tail: findTails(network) };
}

function findTails({ states, firstArc, arcKind, arcTarget, ruleFinal, stateRule }: Network): Uint8Array {
  const tail = new Uint8Array(states);
  for (const final of ruleFinal) tail[final] = 1;
  const trail: number[] = [];
  for (let start = 0; start < states; start++) {
    let state = start;
    while (tail[state] === 0 && trail.length < 64) {
      const arc = firstArc[state]!;
      if (
        firstArc[state + 1]! !== arc + 1 ||
        arcKind[arc] !== EPSILON ||
        ruleFinal[stateRule[state]!] === state
      )
        break;
      trail.push(state);
      state = arcTarget[arc]!;
    }
    if (tail[state] === 1) for (const passed of trail) tail[passed] = 1;
    trail.length = 0;
  }
  return tail;
}
