import { ARC, CHILD, PREV } from './chart-memory.ts';
import type { Forest } from './forest.ts';
import type { KBest } from './k-best.ts';
import { unrollEdge } from './unroll.ts';

/** Closes the rule opened last. Other steps are indices of network outputs: a call opens a rule. */
export const CLOSE = -1;

/**
 * A derivation as a flat list of steps, in the order of the sentence: tokens, tags, rules opened and closed.
 * Flat, because a derivation nests as deep as its sentence is long.
 */
export function stepsOf(forest: Forest, kBest: KBest, rank: number): number[] {
  const { chart } = forest;
  const { arcOutput, outputs } = chart.grammar.network;
  const reversed: number[] = [];
  // Pairs of item and rank; a negative item is an output to append as it is.
  const open: number[] = [forest.root, rank];
  while (open.length > 0) {
    const itemRank = open.pop()!;
    const item = open.pop()!;
    if (item < 0) {
      reversed.push(-item - 1);
      continue;
    }
    const ranked = itemRank === 0 ? undefined : kBest.known(item, itemRank);
    const edge = ranked ? ranked.edge : forest.best[item]!;
    if (edge === -1) continue;
    unrollEdge(chart, item, edge);
    forest.refresh();
    const output = arcOutput[chart.edges[edge + ARC]!]!;
    const child = chart.edges[edge + CHILD]!;
    open.push(chart.edges[edge + PREV]!, ranked ? ranked.prevRank : 0);
    if (child === -1) {
      if (output !== -1) reversed.push(output);
      continue;
    }
    // A repeated body has a rule of its own in the network but none in the grammar: its call has no output.
    if (output !== -1 && outputs[output]!.kind === 'call') {
      reversed.push(CLOSE);
      open.push(-output - 1, 0);
    }
    open.push(child, ranked ? ranked.childRank : 0);
  }
  return reversed.reverse();
}
