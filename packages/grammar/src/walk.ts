import type { Expansion } from './model.ts';

/** How deep a walk may go; `exceeded` is thrown beyond that. */
export interface DepthLimit {
  readonly depth: number;
  exceeded(): Error;
}

/**
 * An expansion and all it holds, in document order. Without recursion: a document that was written by hand has no depth
 * limit, and depth is a hostile grammar's first weapon.
 */
export function* walk(expansion: Expansion, limit?: DepthLimit): Generator<Expansion> {
  const open: Expansion[] = [expansion];
  const depths = [0];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const depth = depths.pop()!;
    if (limit && depth > limit.depth) throw limit.exceeded();
    yield next;
    const inner = children(next);
    for (let index = inner.length - 1; index >= 0; index -= 1) {
      open.push(inner[index]!);
      depths.push(depth + 1);
    }
  }
}

function children(expansion: Expansion): readonly Expansion[] {
  if (expansion.kind === 'sequence') return expansion.items;
  if (expansion.kind === 'alternatives') return expansion.choices.map((choice) => choice.expansion);
  if (expansion.kind === 'item') return [expansion.expansion];
  return [];
}
