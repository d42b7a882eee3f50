import type { Expansion } from '../model.ts';

/** Nothing but NULL and tags inside: however often repeated, SRGS counts it once. */
export function isWordless(expansion: Expansion): boolean {
  switch (expansion.kind) {
    case 'tag':
      return true;
    case 'special':
      return expansion.name === 'NULL';
    case 'sequence':
      return expansion.items.every(isWordless);
    case 'alternatives': {
      const open = expansion.choices.filter((choice) => choice.weight !== 0);
      return open.length > 0 && open.every((choice) => isWordless(choice.expansion));
    }
    case 'item':
      return isWordless(expansion.expansion);
    default:
      return false;
  }
}

export function isGarbage(expansion: Expansion): boolean {
  if (expansion.kind === 'sequence') return expansion.items.length === 1 && isGarbage(expansion.items[0]!);
  if (expansion.kind === 'item') return isGarbage(expansion.expansion);
  return expansion.kind === 'special' && expansion.name === 'GARBAGE';
}

/** Sure to consume a word, as far as the expansion itself shows. */
export function isSolid(expansion: Expansion): boolean {
  switch (expansion.kind) {
    case 'token':
      return expansion.text !== '';
    case 'sequence':
      return expansion.items.some(isSolid);
    case 'alternatives':
      return expansion.choices.every((choice) => isSolid(choice.expansion));
    case 'item':
      return (expansion.repeat?.min ?? 1) > 0 && isSolid(expansion.expansion);
    default:
      return false;
  }
}
