import { GrammarError, type GrammarErrorPlace } from '../errors.ts';
import type { GrammarDocument, Position, Rule } from '../model.ts';
import { isReservedName } from './characters.ts';
import { walk } from './walk.ts';

/** Where a reader saw the declarations that the model keeps without a position. */
export interface DeclarationPlaces {
  readonly header?: Position;
  readonly root?: Position;
}

/**
 * What one document can be held to without seeing any other: rule names, root, language, references to its own
 * rules. The readers end with it; a hand-written document can be checked with it too.
 */
export function checkDocument(document: GrammarDocument, places: DeclarationPlaces = {}): void {
  const names = checkRuleNames(document);
  checkRoot(document, names, places.root);
  checkLanguage(document, places.header);
  for (const rule of document.rules) checkReferences(document, rule, names);
}

function checkRuleNames(document: GrammarDocument): ReadonlySet<string> {
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
  return new Set(seen.keys());
}

function checkRoot(document: GrammarDocument, names: ReadonlySet<string>, position?: Position): void {
  if (document.root === undefined || names.has(document.root)) return;
  throw invalid(document, `The root rule '${document.root}' is not defined in the grammar.`, position);
}

function checkLanguage(document: GrammarDocument, position?: Position): void {
  if (document.format === 'jsgf' || document.mode === 'dtmf' || document.language !== undefined) return;
  const how =
    document.format === 'xml' ? "the attribute 'xml:lang'" : "a declaration such as 'language en-US;'";
  throw invalid(document, `A voice grammar must name its language: expected ${how}.`, position);
}

function checkReferences(document: GrammarDocument, rule: Rule, names: ReadonlySet<string>): void {
  for (const part of walk(rule.expansion)) {
    if (part.kind === 'reference' && part.target.kind === 'local' && !names.has(part.target.name)) {
      const reason = `The rule '${part.target.name}' that '${rule.name}' refers to is not defined in the grammar.`;
      throw new GrammarError('undefined-rule', reason, place(document, part.position));
    }
  }
}

function invalid(document: GrammarDocument, reason: string, position?: Position): GrammarError {
  return new GrammarError('invalid', reason, place(document, position));
}

function place(document: GrammarDocument, position?: Position): GrammarErrorPlace {
  return { ...position, uri: document.uri };
}
