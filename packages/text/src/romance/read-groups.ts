import { type Atom, wordAt } from '../rewrite/atom.ts';
import type { Read } from '../rewrite/rewrite.ts';

/** A whole number in words. */
export interface Cardinal extends Read<number> {
  /** For "cinco millones", "cinco milhões" and the like: the count and the name. */
  round: { count: number; name: string } | undefined;
}

interface GroupRules {
  /** The factor of the word after a group. */
  readonly scales: ReadonlyMap<string, number>;
  /** The next group, which has a smaller scale than `lowest`. */
  readonly readNext: (atoms: readonly Atom[], at: number, lowest: number) => Read<number> | undefined;
  /** Groups of this value or more are not read. */
  readonly limit?: number;
}

/** A number in groups with decreasing scales, starting with `first`: "dos millones tres mil cinco". */
export function readGroups(
  atoms: readonly Atom[],
  at: number,
  first: Read<number> | undefined,
  { scales, readNext, limit = Number.POSITIVE_INFINITY }: GroupRules,
): Cardinal | undefined {
  let group = first;
  let total = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let next = at;
  let groups = 0;
  let name: string | undefined;
  while (group) {
    const word = group.next === at ? atoms[at]!.word : wordAt(atoms, group.next);
    const scale = scales.get(word ?? '') ?? 1;
    if (scale >= lowest || group.value * scale >= limit) break;
    total += group.value * scale;
    groups++;
    next = scale === 1 ? group.next : group.next + 1;
    if (scale === 1) break;
    lowest = scale;
    name = word;
    group = readNext(atoms, next, lowest);
  }
  if (!first || next === at) return undefined;
  const isRound = groups === 1 && lowest >= 1e6 && name !== undefined;
  return { value: total, next, round: isRound ? { count: first.value, name: name! } : undefined };
}
