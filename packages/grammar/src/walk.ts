import type { Expansion } from './model.ts';

/** The greatest depth of a walk; beyond it, the error of `exceeded` is thrown. */
export interface DepthLimit {
  readonly depth: number;
  exceeded(): Error;
}

/**
 * An expansion and everything in it, in document order. It does not recurse: a document that did not come from a reader has
 * no depth limit, and a hostile one would overflow the stack.
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
