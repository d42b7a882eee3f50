import { readFileSync } from 'node:fs';
import type { Expansion, GrammarDocument, Rule } from '../model.ts';
import { readGrammar } from '../read/index.ts';
import type { BuiltinLanguage } from './catalogue.ts';
import { mapReferences } from './map-references.ts';

// The same place seen from src and from dist.
const folder = new URL('../../builtin/', import.meta.url);

const files = new Map<string, GrammarDocument>();
const linked = new Map<string, GrammarDocument>();

/**
 * The grammar of a builtin as one document: the files refer to each other, and what they reach is put together here,
 * so that whoever gets the document can compile it without a way to find others.
 */
export function builtinDocument(language: BuiltinLanguage, name: string): GrammarDocument {
  const key = `${language}/${name}`;
  let document = linked.get(key);
  if (!document) {
    document = link(language, name);
    linked.set(key, document);
  }
  return document;
}

function link(language: BuiltinLanguage, name: string): GrammarDocument {
  const main = readFile(language, `${name}.abnf`);
  const rules = new Map<string, { readonly file: string; readonly rule: Rule }>();

  function take(file: string, ruleName: string): void {
    const known = rules.get(ruleName);
    if (known?.file === file) return;
    if (known)
      throw new Error(`both ${known.file} and ${file} define "${ruleName}", which ${name}.abnf reaches`);
    const rule = readFile(language, file).rules.find((candidate) => candidate.name === ruleName);
    if (!rule) throw new Error(`${file} has no rule "${ruleName}"`);
    // Only the root is for others; its name is entered before the rules it needs.
    const scope = file === `${name}.abnf` && ruleName === main.root ? 'public' : 'private';
    rules.set(ruleName, { file, rule });
    const expansion = mapReferences(rule.expansion, (target): Expansion => {
      if (target.kind === 'imported') throw new Error(`${file} is not a JSGF file`);
      const [from, wanted] =
        target.kind === 'local' ? [file, target.name] : [target.uri, target.fragment ?? ''];
      take(from, wanted);
      return { kind: 'reference', target: { kind: 'local', name: wanted } };
    });
    rules.set(ruleName, { file, rule: { ...rule, scope, expansion } });
  }

  take(`${name}.abnf`, main.root!);
  return { ...main, rules: [...rules.values()].map(({ rule }) => rule) };
}

function readFile(language: BuiltinLanguage, file: string): GrammarDocument {
  const key = `${language}/${file}`;
  let document = files.get(key);
  if (!document) {
    document = readGrammar(readFileSync(new URL(key, folder)), { uri: `builtin:${key}` });
    files.set(key, document);
  }
  return document;
}
