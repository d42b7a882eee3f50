import type { Expansion } from '../model.ts';

/** An expansion and all it holds, in document order; without recursion, since hand-written documents have no depth limit. */
export function* walk(expansion: Expansion): Generator<Expansion> {
  const open: Expansion[] = [expansion];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const inner = children(next);
    for (let index = inner.length - 1; index >= 0; index -= 1) open.push(inner[index]!);
  }
}

export function children(expansion: Expansion): readonly Expansion[] {
  if (expansion.kind === 'sequence') return expansion.items;
  if (expansion.kind === 'alternatives') return expansion.choices.map((choice) => choice.expansion);
  if (expansion.kind === 'item') return [expansion.expansion];
  return [];
}
