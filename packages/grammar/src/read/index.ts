import type { GrammarDocument } from '../model.ts';
import { readAbnf } from './abnf.ts';
import { decodeSource } from './decode.ts';
import { detectFormat } from './detect.ts';
import { readJsgf } from './jsgf.ts';
import { checkSize, defaultReadLimits, ReadBudget, type ReadLimits } from './limits.ts';
import { charsetOf } from './media-types.ts';
import { Source } from './source.ts';
import { readXml } from './xml.ts';

export { defaultReadLimits, type ReadLimits } from './limits.ts';
export { type LintCode, type LintFinding, type LintOptions, lintGrammar } from './lint.ts';

export interface ReadOptions {
  /** As a server or a reference declares it; a grammar type that contradicts the content is an error. */
  readonly mediaType?: string;
  /** Where the source came from: kept in the document and named in errors. */
  readonly uri?: string;
  readonly limits?: Partial<ReadLimits>;
}

/**
 * Reads a grammar in SRGS XML, SRGS ABNF or JSGF, detected by content, else by media type, else by extension.
 * Throws a GrammarError with line, column and what was expected.
 *
 * ```ts
 * const document = readGrammar('#ABNF 1.0;\nlanguage en;\nroot $answer;\n$answer = yes | no;');
 * document.rules[0]?.name; // 'answer'
 * ```
 */
export function readGrammar(source: Uint8Array | string, options: ReadOptions = {}): GrammarDocument {
  const limits = { ...defaultReadLimits, ...options.limits };
  checkSize(typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength, limits, {
    uri: options.uri,
  });
  const text = decodeSource(source, options.uri, charsetOf(options.mediaType));
  const format = detectFormat(text, options.mediaType, options.uri);
  const input = new Source(text, options.uri, new ReadBudget(limits));
  return READERS[format](input);
}

const READERS = { xml: readXml, abnf: readAbnf, jsgf: readJsgf };
