import { quote, ServiceError } from '../errors/index.ts';
import { type LmAliases, readLms } from '../grammars/index.ts';
import { MAX_GRAMMAR_BYTES } from '../operations/lm-form.ts';
import type { NamedModels } from './session-grammars.ts';

/** What a telephone platform says about the language models of a call. */
export interface ModelNames {
  /** URIs of language models. */
  readonly lm?: readonly string[];
  /** The text of a grammar. */
  readonly grammar?: string;
  /** Of free speech, where neither is named. */
  readonly language?: string;
}

const TAG = /^[a-z]{2,8}([-_][a-z\d]{1,8})*$/i;

export function namedModels({ lm = [], grammar, language }: ModelNames, aliases: LmAliases): NamedModels {
  const inline = grammar === undefined ? [] : [inlineGrammar(grammar)];
  if (lm.length > 0) return { references: readLms([...lm], aliases), inline };
  if (inline.length > 0) return { references: [], inline };
  if (language !== undefined && !TAG.test(language)) {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `language: expected a tag such as en-US or pt-BR, or auto, got ${quote(language)}`,
    );
  }
  return { references: readLms(`builtin:slm/${language ?? 'general'}`, aliases), inline };
}

function inlineGrammar(text: string) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= MAX_GRAMMAR_BYTES) return { bytes, mediaType: undefined };
  throw new ServiceError('ERR_TOO_LARGE', `the grammar has more than ${MAX_GRAMMAR_BYTES} bytes`);
}
