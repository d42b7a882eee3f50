import { GrammarError, type GrammarErrorPlace } from '../errors.ts';
import type { GrammarDocument, Position, Rule } from '../model.ts';
import { walk } from '../walk.ts';
import { isReservedName } from './characters.ts';

/** Where a reader saw the declarations that the model keeps without a position. */
export interface DeclarationPlaces {
  readonly header?: Position;
  readonly root?: Position;
}

/**
 * Checks what does not depend on other documents: rule names, root, language, references to the document's own rules.
 * It is the last step of every reader.
 */
export function checkDocument(document: GrammarDocument, places: DeclarationPlaces = {}): void {
  const rules = checkDeclarations(document, places);
  for (const rule of document.rules) checkReferences(document, rule, rules);
}

/**
 * The same without references, which the compiler follows anyway. It is for documents that did not come from a reader.
 * Returns the rules by name.
 */
export function checkDeclarations(
  document: GrammarDocument,
  places: DeclarationPlaces = {},
): ReadonlyMap<string, Rule> {
  const rules = checkRuleNames(document);
  checkRoot(document, rules, places.root);
  checkLanguage(document, places.header);
  return rules;
}

/** The rule that `from` refers to in its own document. */
export function localRule(
  document: GrammarDocument,
  rules: ReadonlyMap<string, Rule>,
  name: string,
  from: Rule,
  position?: Position,
): Rule {
  const rule = rules.get(name);
  if (rule) return rule;
  const reason = `The rule '${name}' that '${from.name}' refers to is not defined in the grammar.`;
  throw new GrammarError('undefined-rule', reason, place(document, position));
}

function checkRuleNames(document: GrammarDocument): ReadonlyMap<string, Rule> {
  const seen = new Map<string, Rule>();
  for (const rule of document.rules) {
    if (isReservedName(document.format, rule.name)) {
      throw invalid(
        document,
        `The rule name '${rule.name}' is reserved for the special rule.`,
        rule.position,
      );
    }
    const earlier = seen.get(rule.name);
    if (earlier) {
      const where = earlier.position ? ` on line ${earlier.position.line}` : '';
      throw invalid(document, `The rule '${rule.name}' is already defined${where}.`, rule.position);
    }
    seen.set(rule.name, rule);
  }
  return seen;
}

function checkRoot(document: GrammarDocument, rules: ReadonlyMap<string, Rule>, position?: Position): void {
  if (document.root === undefined || rules.has(document.root)) return;
  throw invalid(document, `The root rule '${document.root}' is not defined in the grammar.`, position);
}

function checkLanguage(document: GrammarDocument, position?: Position): void {
  if (document.format === 'jsgf' || document.mode === 'dtmf' || document.language) return;
  const how =
    document.format === 'xml' ? "the attribute 'xml:lang'" : "a declaration such as 'language en-US;'";
  throw invalid(document, `A voice grammar must name its language: expected ${how}.`, position);
}

function checkReferences(document: GrammarDocument, rule: Rule, rules: ReadonlyMap<string, Rule>): void {
  for (const part of walk(rule.expansion)) {
    if (part.kind === 'reference' && part.target.kind === 'local')
      localRule(document, rules, part.target.name, rule, part.position);
  }
}

function invalid(document: GrammarDocument, reason: string, position?: Position): GrammarError {
  return new GrammarError('invalid', reason, place(document, position));
}

function place(document: GrammarDocument, position?: Position): GrammarErrorPlace {
  return { ...position, uri: document.uri };
}
