import { type GrammarLimits, limitReached } from '../limits.ts';
import type { Expansion, RuleReference } from '../model.ts';

/** All references of an expansion, in document order. Walks without recursion: depth is a hostile grammar's first weapon. */
export function referencesOf(expansion: Expansion, limits: GrammarLimits): RuleReference[] {
  const references: RuleReference[] = [];
  const open: { readonly expansion: Expansion; readonly depth: number }[] = [{ expansion, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { expansion, depth } = next;
    if (depth > limits.nesting)
      throw limitReached('nesting', `a rule nests more than ${limits.nesting} groups inside each other`);
    if (expansion.kind === 'reference') references.push(expansion);
    else if (expansion.kind === 'item') open.push({ expansion: expansion.expansion, depth: depth + 1 });
    else if (expansion.kind === 'sequence')
      for (let i = expansion.items.length - 1; i >= 0; i--)
        open.push({ expansion: expansion.items[i]!, depth: depth + 1 });
    else if (expansion.kind === 'alternatives')
      for (let i = expansion.choices.length - 1; i >= 0; i--)
        open.push({ expansion: expansion.choices[i]!.expansion, depth: depth + 1 });
  }
  return references;
}
