import type { Choice, Expansion, GrammarDocument, Rule } from '../model.ts';

/** How many digits each rule of `digits.abnf` stands for. */
const widths: Readonly<Record<string, number>> = { single: 1, double: 2, triple: 3 };

/**
 * The digits grammar for `min` to `max` digits, `max` may be `Infinity`. "Double three" is two digits in two words,
 * so a repeat cannot count them: instead there is one rule for each number of digits already said. A check in
 * a tag would do for a text, but would let the recogniser stop too early or run on.
 */
export function withDigitCount(document: GrammarDocument, min: number, max: number): GrammarDocument {
  const kinds = groupChoices(document);
  const counting: Rule[] = [];
  const last = Number.isFinite(max) ? max : min;
  for (let said = 0; said < last; said++) {
    const choices = kinds.flatMap(({ name, weight }): Choice[] => {
      const total = said + widths[name]!;
      if (total > max) return [];
      return [{ weight, expansion: sequence([...call(name, 'out ='), ...rest(total, min, max)]) }];
    });
    counting.push({
      name: after(said),
      scope: 'private',
      examples: [],
      expansion: { kind: 'alternatives', choices },
    });
  }
  const rules = document.rules.map((rule) =>
    rule.name === document.root ? { ...rule, examples: [], expansion: reference(after(0)) } : rule,
  );
  return { ...document, rules: [...rules, ...counting] };
}

/** What may follow once `total` digits are said. */
function rest(total: number, min: number, max: number): Expansion[] {
  if (total >= max) return [];
  if (total < min) return call(after(total), 'out +=');
  const unbounded = max === Number.POSITIVE_INFINITY;
  const more = sequence(call(unbounded ? 'group' : after(total), 'out +='));
  return [{ kind: 'item', expansion: more, repeat: { min: 0, max: unbounded ? max : 1 } }];
}

function groupChoices(document: GrammarDocument): { readonly name: string; readonly weight: number }[] {
  const group = document.rules.find((rule) => rule.name === 'group')?.expansion;
  if (group?.kind !== 'alternatives') throw new Error('digits.abnf needs a rule $group of alternatives');
  return group.choices.map(({ weight = 1, expansion }) => {
    if (expansion.kind !== 'reference' || expansion.target.kind !== 'local')
      throw new Error('the alternatives of $group in digits.abnf are rules');
    return { name: expansion.target.name, weight };
  });
}

function after(said: number): string {
  return `after${said}`;
}

function call(name: string, assign: 'out =' | 'out +='): Expansion[] {
  return [reference(name), { kind: 'tag', text: `${assign} rules.${name}` }];
}

function reference(name: string): Expansion {
  return { kind: 'reference', target: { kind: 'local', name } };
}

function sequence(items: readonly Expansion[]): Expansion {
  return { kind: 'sequence', items };
}
