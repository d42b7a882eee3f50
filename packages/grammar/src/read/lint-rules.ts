import type { Expansion, GrammarDocument, Rule } from '../model.ts';
import { walk } from '../walk.ts';

/** The names of the rules that some sentence can match. Rules of other documents are assumed to be fine. */
export function matchableRules(document: GrammarDocument): ReadonlySet<string> {
  return grow(document, (expansion, known) => canMatch(expansion, known));
}

/** The names of the rules that match silence. */
export function canMatchNothing(document: GrammarDocument): ReadonlySet<string> {
  return grow(document, (expansion, known) => isSilent(expansion, known));
}

/** The names of these rules and all they refer to in the document. */
export function referencedRules(document: GrammarDocument, from: readonly Rule[]): ReadonlySet<string> {
  const byName = new Map(document.rules.map((rule) => [rule.name, rule]));
  const seen = new Set(from.map((rule) => rule.name));
  for (const name of seen) {
    const rule = byName.get(name);
    if (rule) for (const reference of localReferences(rule)) seen.add(reference);
  }
  return seen;
}

export function canMatch(expansion: Expansion, matchable: ReadonlySet<string>): boolean {
  switch (expansion.kind) {
    case 'sequence':
      return expansion.items.every((part) => canMatch(part, matchable));
    case 'alternatives':
      return expansion.choices.some((choice) => choice.weight !== 0 && canMatch(choice.expansion, matchable));
    case 'item':
      return expansion.repeat?.min === 0 || canMatch(expansion.expansion, matchable);
    case 'reference':
      return expansion.target.kind !== 'local' || matchable.has(expansion.target.name);
    case 'special':
      return expansion.name !== 'VOID';
    default:
      return true;
  }
}

export function isSilent(expansion: Expansion, silent: ReadonlySet<string>): boolean {
  switch (expansion.kind) {
    case 'sequence':
      return expansion.items.every((part) => isSilent(part, silent));
    case 'alternatives':
      return expansion.choices.some((choice) => choice.weight !== 0 && isSilent(choice.expansion, silent));
    case 'item':
      return expansion.repeat?.min === 0 || isSilent(expansion.expansion, silent);
    case 'reference':
      return expansion.target.kind === 'local' && silent.has(expansion.target.name);
    case 'special':
      return expansion.name !== 'VOID';
    case 'token':
      return false;
    case 'tag':
      return true;
  }
}

/** The least set of rules that satisfies a property: each rule is checked again when a rule it refers to joins. */
function grow(
  document: GrammarDocument,
  holds: (expansion: Expansion, known: ReadonlySet<string>) => boolean,
): ReadonlySet<string> {
  const referrers = new Map<string, Rule[]>();
  for (const rule of document.rules) {
    for (const name of localReferences(rule)) {
      const known = referrers.get(name);
      if (known) known.push(rule);
      else referrers.set(name, [rule]);
    }
  }
  const known = new Set<string>();
  const open = [...document.rules];
  for (let rule = open.pop(); rule !== undefined; rule = open.pop()) {
    if (known.has(rule.name) || !holds(rule.expansion, known)) continue;
    known.add(rule.name);
    for (const referrer of referrers.get(rule.name) ?? []) open.push(referrer);
  }
  return known;
}

function localReferences(rule: Rule): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of walk(rule.expansion)) {
    if (part.kind === 'reference' && part.target.kind === 'local') names.add(part.target.name);
  }
  return names;
}
