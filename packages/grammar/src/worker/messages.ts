import type { CompileOptions } from '../compile/compile.ts';
import type { MatchOptions, MatchResult } from '../compiled-grammar.ts';
import { GrammarError, type GrammarErrorCode } from '../errors.ts';
import type { SentenceOptions } from '../generate/sentences.ts';
import type { GrammarDocument } from '../model.ts';
import type { LintFinding } from '../read/lint.ts';
import type { FrozenGrammar } from '../word-grammar.ts';

/** A grammar as it was fetched: its text or bytes, or a document read already. */
export type GrammarSource =
  | GrammarDocument
  | { readonly source: Uint8Array | string; readonly mediaType?: string; readonly uri?: string };

/** What can be said of a grammar before anything is matched, and its words for whoever wants to match them elsewhere. */
export type GrammarFacts = Pick<GrammarDocument, 'mode' | 'language'> & { readonly frozen: FrozenGrammar };

/** What a thread needs to compile a grammar: the documents it refers to that are available, by URI. */
export interface GrammarBundle {
  readonly source: GrammarSource;
  readonly options: Pick<CompileOptions, 'rules' | 'limits' | 'words'>;
  readonly documents: ReadonlyMap<string, GrammarSource>;
}

/** To the thread. One job at a time; `document` and `refuse` answer the `need` of the running one. */
export type ThreadRequest =
  | { readonly kind: 'compile'; readonly key: string; readonly bundle: GrammarBundle }
  | {
      readonly kind: 'match';
      readonly key: string;
      readonly text: string | readonly string[];
      readonly options: MatchOptions;
    }
  | { readonly kind: 'sentences'; readonly key: string; readonly options: SentenceOptions }
  | { readonly kind: 'lint'; readonly source: GrammarSource }
  | { readonly kind: 'forget'; readonly key: string }
  | { readonly kind: 'document'; readonly source: GrammarSource }
  | { readonly kind: 'refuse'; readonly error: ErrorMessage };

/** From the thread. */
export type ThreadReply =
  /** Once, when the thread has loaded: only now does the time of its first job begin. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'need'; readonly uri: string; readonly mediaType: string | undefined }
  | { readonly kind: 'compiled'; readonly facts: GrammarFacts }
  | { readonly kind: 'matched'; readonly result: MatchResult }
  | { readonly kind: 'generated'; readonly sentences: readonly string[] }
  | { readonly kind: 'linted'; readonly findings: readonly LintFinding[] }
  | { readonly kind: 'failed'; readonly error: ErrorMessage };

/** An error as plain data: a class does not survive the way between threads. */
export interface ErrorMessage {
  readonly code: GrammarErrorCode | undefined;
  readonly reason: string;
  readonly uri?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly limit?: string | undefined;
}

export function toMessage(error: unknown): ErrorMessage {
  if (!(error instanceof GrammarError))
    return {
      code: undefined,
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  const { code, reason, uri, line, column, limit } = error;
  return { code, reason, uri, line, column, limit };
}

export function fromMessage({ code, reason, uri, line, column, limit }: ErrorMessage): Error {
  if (code === undefined) return new Error(reason);
  const position = line === undefined ? {} : column === undefined ? { line } : { line, column };
  return new GrammarError(code, reason, { uri, ...position }, limit);
}
