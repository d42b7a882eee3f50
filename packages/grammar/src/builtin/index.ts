import type { GrammarDocument } from '../model.ts';
import { parseBuiltinAddress } from './address.ts';
import { builtinDocument } from './library.ts';
import { applyParameters } from './parameters.ts';

export { type BuiltinEntry, type BuiltinLanguage, builtinCatalogue, builtinLanguages } from './catalogue.ts';

export interface BuiltinOptions {
  /** The language of a URI that names none; default `en`. */
  readonly language?: string;
}

/**
 * The grammar that a `builtin:` URI names, in one self-contained document with its parameters applied.
 *
 * ```ts
 * builtinGrammar('builtin:grammar/date?language=pt');
 * builtinGrammar('builtin:grammar/digits?minlength=4;maxlength=6');
 * ```
 *
 * Throws a GrammarError: `not-found` for a name or language there is no grammar for, `invalid` for a parameter
 * that the grammar does not take or a value it cannot have.
 */
export function builtinGrammar(uri: string, options: BuiltinOptions = {}): GrammarDocument {
  const address = parseBuiltinAddress(uri, options.language ?? 'en');
  const document = applyParameters(builtinDocument(address.language, address.name), address, uri);
  return { ...document, uri };
}
