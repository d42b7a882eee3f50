import type { GrammarDocument, Import, Rule } from '../model.ts';
import { jsgfPackageName, jsgfRuleName, languageTag, quoteForMessage } from './characters.ts';
import { checkDocument } from './check.ts';
import { JsgfExpansions } from './jsgf-expansions.ts';
import { resolveJsgfNames } from './jsgf-names.ts';
import { Scanner } from './scanner.ts';
import type { Source } from './source.ts';

/** JSGF 1.0, the JSpeech Grammar Format. */
export function readJsgf(source: Source): GrammarDocument {
  const scanner = new Scanner(source);
  const language = readHeader(scanner);
  const packageName = readGrammarName(scanner);
  const expansions = new JsgfExpansions(scanner);
  const imports: Import[] = [];
  const rules: Rule[] = [];
  while (!scanner.ended) {
    const start = scanner.at;
    if (scanner.match(/import(?=[\s<])/y) === undefined) {
      rules.push(readRule(scanner, expansions));
    } else {
      if (rules.length > 0) throw scanner.error('An import must come before the first rule.', start);
      imports.push(readImport(scanner, start));
    }
  }
  resolveJsgfNames(source, packageName, imports, rules, expansions.references);
  const document: GrammarDocument = {
    format: 'jsgf',
    ...(source.uri === undefined ? {} : { uri: source.uri }),
    mode: 'voice',
    ...(language === undefined ? {} : { language }),
    headerTags: [],
    metas: [],
    lexicons: [],
    rules,
    packageName,
    imports,
  };
  checkDocument(document);
  return document;
}

/** `#JSGF V1.0 encoding locale;` — the encoding has done its work before there was a text to read. */
function readHeader(scanner: Scanner): string | undefined {
  if (scanner.match(/#JSGF[ \t]+/y) === undefined) {
    throw scanner.unexpected("'#JSGF V1.0;' as the very first characters");
  }
  const start = scanner.at;
  const fields = scanner
    .match(/[^;\r\n]*/y)!
    .trim()
    .split(/[ \t]+/);
  if (fields[0] !== 'V1.0') {
    throw scanner.invalid(`The JSGF version is ${quoteForMessage(fields[0]!)}: expected 'V1.0'.`, start);
  }
  if (scanner.match(/;/y) === undefined) throw scanner.unexpected("';' at the end of the #JSGF header");
  const locale = fields[2];
  if (fields.length > 3 || (locale !== undefined && !languageTag.test(locale))) {
    const found = quoteForMessage(fields.slice(1).join(' '));
    throw scanner.invalid(
      `Expected an encoding and a locale such as 'UTF-8 en' after 'V1.0', found ${found}.`,
      start,
    );
  }
  return locale;
}

function readGrammarName(scanner: Scanner): string {
  scanner.skip();
  if (scanner.sees('#JSGF')) throw scanner.invalid('A grammar has one header: found a second #JSGF line.');
  if (scanner.match(/grammar(?=\s)/y) === undefined)
    throw scanner.unexpected("'grammar name;' after the header");
  scanner.skip();
  const start = scanner.at;
  const name = scanner.match(/[^\s;]*/y)!;
  if (!jsgfPackageName.test(name)) {
    throw scanner.error(
      `The grammar name ${quoteForMessage(name)} is not valid: expected a name such as 'com.acme.travel'.`,
      start,
    );
  }
  scanner.expect(';', 'after the grammar name');
  return name;
}

function readImport(scanner: Scanner, start: number): Import {
  scanner.skip();
  const open = scanner.at;
  if (!scanner.accept('<')) throw scanner.unexpected("'<' after import");
  const name = scanner.until('>', 'import', open).trim();
  const dot = name.lastIndexOf('.');
  const grammar = name.slice(0, Math.max(dot, 0));
  const rule = name.slice(dot + 1);
  if (!jsgfPackageName.test(grammar) || (rule !== '*' && !jsgfRuleName.test(rule))) {
    throw scanner.error(
      `The import '<${name}>' is not valid: expected '<grammar.rule>' or '<grammar.*>'.`,
      open,
    );
  }
  scanner.expect(';', 'after the import');
  scanner.takeExamples();
  return { grammar, rule, position: scanner.position(start) };
}

function readRule(scanner: Scanner, expansions: JsgfExpansions): Rule {
  const start = scanner.at;
  const scope = scanner.match(/public(?=[\s<])/y) === undefined ? 'private' : 'public';
  if (scanner.sees('#JSGF')) throw scanner.invalid('A grammar has one header: found a second #JSGF line.');
  scanner.skip();
  const open = scanner.at;
  if (!scanner.accept('<')) throw scanner.unexpected("a rule such as 'public <name> = …;'");
  const name = scanner.until('>', 'rule name', open).trim();
  if (!jsgfRuleName.test(name)) {
    throw scanner.error(`The rule name ${quoteForMessage(`<${name}>`)} is not valid.`, open);
  }
  scanner.source.spend('rules', start);
  const examples = scanner.takeExamples();
  scanner.expect('=', `after the rule name '<${name}>'`);
  const expansion = expansions.read(`the rule '<${name}>'`);
  scanner.expect(';', `at the end of the rule '<${name}>'`);
  // Comments inside a rule document nothing.
  scanner.takeExamples();
  return { name, scope, examples, expansion, position: scanner.position(start) };
}
