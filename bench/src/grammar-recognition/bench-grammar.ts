import {
  builtinGrammar,
  type CompiledGrammar,
  compileGrammar,
  type GrammarSource,
  meaningText,
  readGrammar,
} from '@locutor/grammar';
import type { GrammarInput } from './engine-bound.ts';

/** A grammar as the engine takes it, and as meanings are had from. */
export interface BenchGrammar {
  name: string;
  /** As the server sends it, compiled. */
  input: GrammarInput;
  /** As it is written. */
  source: GrammarInput;
  compiled: CompiledGrammar;
}

/** A builtin grammar by its URI, or the text of one. */
export async function benchGrammar(name: string, text: string): Promise<BenchGrammar> {
  const source: GrammarSource = text.startsWith('builtin:') ? builtinGrammar(text) : { source: text };
  const document = 'source' in source ? readGrammar(source.source) : source;
  const resolve = (uri: string) => Promise.resolve(builtinGrammar(uri));
  const documents = new Map(builtinsIn(text).map((uri) => [uri, builtinGrammar(uri)]));
  const compiled = await compileGrammar(document, { resolve });
  const key = `${name}\n${text}`;
  return {
    name,
    input: { key, frozen: structuredClone(compiled.freeze()) },
    source: { key, source, documents },
    compiled,
  };
}

function builtinsIn(text: string): string[] {
  return [...text.matchAll(/<(builtin:[^>]+)>/g)].map(([, uri]) => uri!);
}

/** A grammar of plain phrases. */
export function phrases(name: string, all: readonly string[], language = 'en'): Promise<BenchGrammar> {
  const list = [...new Set(all)].join('\n| ');
  return benchGrammar(name, `#ABNF 1.0 UTF-8;\nlanguage ${language};\nroot $main;\n$main = ${list};\n`);
}

/** What a text means to a grammar; undefined where the grammar does not accept it. */
export async function meaning({ compiled }: BenchGrammar, text: string): Promise<string | undefined> {
  const { matches } = await compiled.match(text);
  const value = matches.flatMap(({ interpretations }) => interpretations)[0]?.value;
  return value === undefined ? undefined : meaningText(value);
}
