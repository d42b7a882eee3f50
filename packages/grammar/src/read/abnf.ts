import type { GrammarDocument, Rule } from '../model.ts';
import { AbnfExpansions } from './abnf-expansions.ts';
import { AbnfHeader } from './abnf-header.ts';
import { quoteForMessage, srgsRuleNameAt } from './characters.ts';
import { checkDocument } from './check.ts';
import { Scanner } from './scanner.ts';
import type { Source } from './source.ts';

/** SRGS 1.0 in its ABNF form. */
export function readAbnf(source: Source): GrammarDocument {
  const scanner = new Scanner(source);
  const expansions = new AbnfExpansions(scanner);
  const header = new AbnfHeader(scanner, expansions);
  const rules: Rule[] = [];
  while (!scanner.ended) {
    if (header.readDeclaration(rules.length > 0)) continue;
    rules.push(readRule(scanner, expansions));
  }
  const document: GrammarDocument = {
    format: 'abnf',
    ...(source.uri === undefined ? {} : { uri: source.uri }),
    ...header.finish(),
    rules,
    imports: [],
  };
  checkDocument(document, header.places);
  return document;
}

function readRule(scanner: Scanner, expansions: AbnfExpansions): Rule {
  const start = scanner.at;
  const scope = scanner.match(/(public|private)(?=[\s$/])/y) ?? 'private';
  scanner.skip();
  if (!scanner.accept('$')) {
    throw scanner.unexpected("a declaration or a rule such as 'public $name = …;'");
  }
  const name = scanner.match(srgsRuleNameAt);
  if (name === undefined) throw scanner.unexpected("a rule name after '$'");
  scanner.source.spend('rules', start);
  const examples = scanner.takeExamples();
  if (!scanner.accept('=')) {
    const hint = /^[-.:]/.test(scanner.text.slice(scanner.at))
      ? ' (a rule name has no hyphens, dots or colons)'
      : '';
    throw scanner.unexpected(`'=' after the rule name ${quoteForMessage(`$${name}`)}${hint}`);
  }
  const expansion = expansions.read(`the rule '$${name}'`);
  scanner.expect(';', `at the end of the rule '$${name}'`);
  // Comments inside a rule document nothing.
  scanner.takeExamples();
  return {
    name,
    scope: scope === 'public' ? 'public' : 'private',
    examples,
    expansion,
    position: scanner.position(start),
  };
}
