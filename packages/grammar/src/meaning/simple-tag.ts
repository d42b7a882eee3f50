import type { SimpleAssignment, SimpleExpression } from './simple-tag-parser.ts';
import { MeaningTooLong } from './size.ts';

// A text doubled in every statement would soon be longer than the engine allows, which throws.
const LONGEST_TEXT = 1024 * 1024;

/** A meaning: plain JSON data. */
export type Meaning = string | number | boolean | null | Meaning[] | { [name: string]: Meaning };

/** What a tag sees of its rule instance. */
export interface TagScope {
  out: Meaning;
  /** Objects this rule instance made. Only they are written to: the value of another rule must stay as it was. */
  readonly owned: Set<Meaning>;
  /** By rule name: the value of its latest visit. */
  readonly rules: ReadonlyMap<string, Meaning>;
  readonly latest: Meaning | undefined;
  /** The texts behind `meta.name.text`, `current()` and `latest()`. */
  text(of: string): string | undefined;
}

/** A case in which the script engine must decide: a missing value, a member of a text, an object in a sum. */
export class NeedsScript extends Error {}

export function runSimpleTag(assignments: readonly SimpleAssignment[], scope: TagScope): void {
  for (const { path, add, value } of assignments) {
    const right = evaluate(value, scope);
    const last = path.at(-1);
    if (last === undefined) {
      scope.out = add ? sum(scope.out, right) : right;
      continue;
    }
    const holder = member(scope.out, path.slice(0, -1));
    if (!isObject(holder) || !scope.owned.has(holder)) throw new NeedsScript();
    holder[last] = add ? sum(member(holder, [last]), right) : right;
  }
}

function evaluate(expression: SimpleExpression, scope: TagScope): Meaning {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'out': {
      const value = member(scope.out, expression.path);
      // An object put into itself would have no end.
      if (typeof value === 'object') throw new NeedsScript();
      return value;
    }
    case 'rule':
      return member(
        expression.name === undefined ? scope.latest : scope.rules.get(expression.name),
        expression.path,
      );
    case 'text': {
      const text = scope.text(expression.of);
      if (text === undefined) throw new NeedsScript();
      return text;
    }
    case 'sum':
      return expression.terms.map((term) => evaluate(term, scope)).reduce(sum);
    case 'object': {
      const made = Object.fromEntries(
        expression.members.map(([name, value]) => [name, evaluate(value, scope)]),
      );
      scope.owned.add(made);
      return made;
    }
  }
}

function member(value: Meaning | undefined, path: readonly string[]): Meaning {
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) throw new NeedsScript();
    value = value[name];
  }
  if (value === undefined) throw new NeedsScript();
  return value;
}

function isObject(value: Meaning | undefined): value is { [name: string]: Meaning } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sum(a: Meaning, b: Meaning): Meaning {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if ((typeof a !== 'string' && typeof b !== 'string') || typeof a === 'object' || typeof b === 'object')
    throw new NeedsScript();
  const text = `${a}${b}`;
  if (text.length > LONGEST_TEXT)
    throw new MeaningTooLong(`a text is longer than ${LONGEST_TEXT} characters`);
  return text;
}
