import type { Alternatives, Choice, Expansion, Item, Position, Repeat } from '../model.ts';

/**
 * The shape all readers give their expansions: a sequence inside a sequence is spliced into it, a sequence of one
 * is that one, a group without repeat and language is its content.
 */
export function sequence(parts: readonly Expansion[]): Expansion {
  const items = parts.some((part) => part.kind === 'sequence')
    ? parts.flatMap((part) => (part.kind === 'sequence' ? part.items : [part]))
    : parts;
  return items.length === 1 ? items[0]! : { kind: 'sequence', items };
}

export function alternatives(
  choices: readonly Choice[],
  language: string | undefined,
  position: Position,
): Alternatives {
  return { kind: 'alternatives', choices, ...(language === undefined ? {} : { language }), position };
}

export function item(
  expansion: Expansion,
  repeat: Repeat | undefined,
  language: string | undefined,
  position: Position,
): Expansion {
  if (repeat === undefined && language === undefined) return expansion;
  const wrapped: Item = {
    kind: 'item',
    expansion,
    ...(repeat === undefined ? {} : { repeat }),
    ...(language === undefined ? {} : { language }),
    position,
  };
  return wrapped;
}

export function choice(expansion: Expansion, weight: number | undefined): Choice {
  return weight === undefined ? { expansion } : { weight, expansion };
}
