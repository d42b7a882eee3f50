import type { Expansion, ReferenceTarget } from '../model.ts';

/** A copy of an expansion in which every rule reference is replaced. */
export function mapReferences(
  expansion: Expansion,
  replace: (target: ReferenceTarget) => Expansion,
): Expansion {
  switch (expansion.kind) {
    case 'reference':
      return replace(expansion.target);
    case 'sequence':
      return { ...expansion, items: expansion.items.map((item) => mapReferences(item, replace)) };
    case 'alternatives':
      return {
        ...expansion,
        choices: expansion.choices.map((choice) => ({
          ...choice,
          expansion: mapReferences(choice.expansion, replace),
        })),
      };
    case 'item':
      return { ...expansion, expansion: mapReferences(expansion.expansion, replace) };
    default:
      return expansion;
  }
}
