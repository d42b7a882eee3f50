import type { GrammarInput } from '@locutor/contract';
import {
  compileGrammar,
  type GrammarSource,
  readGrammar,
  thawGrammar,
  type WordGrammar,
} from '@locutor/grammar';
import { LRUCache } from 'lru-cache';

/** Grammars that a process keeps. */
const KEPT = 32;

/** The grammars of an engine process. Only their words are used here: tags are run elsewhere, in a sandbox. */
export class CompiledGrammars {
  readonly #compiled = new LRUCache<string, Promise<WordGrammar>>({ max: KEPT });

  get(input: GrammarInput): Promise<WordGrammar> {
    const known = this.#compiled.get(input.key);
    if (known) return known;
    const compiled = compile(input);
    this.#compiled.set(input.key, compiled);
    compiled.catch(() => this.#compiled.delete(input.key));
    return compiled;
  }
}

async function compile(input: GrammarInput): Promise<WordGrammar> {
  if ('frozen' in input) return thawGrammar(input.frozen);
  const { source, rules, documents } = input;
  const resolve = (uri: string) => {
    const document = documents.get(uri);
    return document
      ? Promise.resolve(read(document))
      : Promise.reject(new Error(`${uri} did not come along`));
  };
  return compileGrammar(read(source), { resolve, ...(rules && { rules }) });
}

function read(source: GrammarSource) {
  if (!('source' in source)) return source;
  const { source: text, ...options } = source;
  return readGrammar(text, options);
}
