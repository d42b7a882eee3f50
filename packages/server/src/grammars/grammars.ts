import type { GrammarInput } from '@locutor/contract';
import {
  GrammarError,
  type GrammarFacts,
  type GrammarMatch,
  GrammarPool,
  type LintFinding,
  type MatchOptions,
  type PoolOptions,
  type SentenceOptions,
} from '@locutor/grammar';
import { ServiceError } from '../errors/index.ts';
import { traced } from '../tracing/traced.ts';
import { CompiledGrammars } from './compiled-grammars.ts';
import { DocumentLoader } from './document-loader.ts';
import type { InlineGrammar } from './inline-grammar.ts';
import type { LmReference } from './reference.ts';

/** A grammar by name, or one that came with the request. */
export type GrammarSource =
  | Exclude<LmReference, { kind: 'slm' }>
  | ({ readonly kind: 'inline'; readonly uri: string } & InlineGrammar);

/** For whom the work is done. */
export interface Caller {
  /** Work for one client does not keep that for others waiting. */
  readonly client: string;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

export type MatchOutcome =
  /** None: the grammar does not accept the text. */
  { readonly kind: 'matches'; readonly matches: readonly GrammarMatch[] } | Unfinished;

export type CompileOutcome =
  | { readonly kind: 'compiled'; readonly facts: GrammarFacts; readonly input: GrammarInput }
  | Unfinished;

export type LintOutcome = { readonly kind: 'linted'; readonly findings: readonly LintFinding[] } | Unfinished;

export type SentencesOutcome =
  /** None: no text matches the grammar. */
  { readonly kind: 'sentences'; readonly sentences: readonly string[] } | Unfinished;

export type Unfinished =
  /** The text was accepted but has no meaning, or a limit ended the work. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The server stops. */
  | { readonly kind: 'canceled' };

export interface GrammarsOptions {
  /** The one folder of `file:` grammars. */
  readonly folder: string;
  /** Hosts that may be fetched from although they are not public. */
  readonly hosts: readonly string[];
  /** Language of builtin grammars that name none. */
  readonly language: string;
  /** Told of each wait for a thread. */
  readonly onTurn?: PoolOptions['onTurn'];
}

/** Loads, compiles and matches grammars, each compiled once for all requests, none of it on the main thread. */
export class Grammars {
  readonly #pool: GrammarPool;
  readonly #loader: DocumentLoader;
  readonly #compiled: CompiledGrammars;
  #closed = false;

  constructor({ folder, hosts, language, onTurn }: GrammarsOptions) {
    this.#pool = new GrammarPool(onTurn && { onTurn });
    this.#loader = new DocumentLoader({ folders: [folder], allow: hosts });
    this.#compiled = new CompiledGrammars(this.#pool, this.#loader, language);
  }

  /** Work that waits for a thread. */
  get queued(): number {
    return this.#pool.queued;
  }

  /** Throws a ServiceError if the grammar cannot be loaded or used, or too much is waiting. */
  async match(
    source: GrammarSource,
    text: string,
    nBest: number,
    caller: Caller,
    options: Pick<MatchOptions, 'everyParse'> = {},
  ): Promise<MatchOutcome> {
    return this.#unlessStopped(async () => {
      const { matches } = await this.#compiled.use(source, caller, (key) =>
        traced('match grammar', () => this.#pool.match(key, text, { nBest, ...options }, caller)),
      );
      return outcome(matches);
    });
  }

  /** Random sentences of the grammar. Throws as `match` does. */
  async sentences(
    source: GrammarSource,
    options: SentenceOptions,
    caller: Caller,
  ): Promise<SentencesOutcome> {
    return this.#unlessStopped(async () => ({
      kind: 'sentences',
      sentences: await this.#compiled.use(source, caller, (key) =>
        this.#pool.sentences(key, options, caller),
      ),
    }));
  }

  /** Loads and compiles a grammar ahead of its use, and returns what it is for. Throws as `match` does. */
  async compile(source: GrammarSource, caller: Caller): Promise<CompileOutcome> {
    return this.#unlessStopped(async () => ({
      kind: 'compiled',
      ...(await this.#compiled.about(source, caller)),
    }));
  }

  /** Warnings about a grammar that came with the request and can be read. */
  async lint({ bytes, mediaType }: InlineGrammar, caller: Caller): Promise<LintOutcome> {
    return this.#unlessStopped(async () => {
      const source = { source: bytes, ...(mediaType !== undefined && { mediaType }) };
      return { kind: 'linted', findings: await this.#pool.lint(source, caller) };
    });
  }

  async #unlessStopped<Outcome>(work: () => Promise<Outcome>): Promise<Outcome | Unfinished> {
    try {
      return await work();
    } catch (error) {
      if (this.#closed) return { kind: 'canceled' };
      if (error instanceof GrammarError && error.code === 'limit') return limitReached(error);
      throw error;
    }
  }

  /** Documents that were fetched are fetched again when they are next needed. Files are always looked at. */
  forgetFetched(): void {
    this.#loader.forgetFetched();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#loader.close();
    await this.#pool.close();
  }
}

/**
 * A match without a meaning left is no match: a tag that throws is how a grammar refuses a date that does not exist.
 * If a limit stopped the tags, their result is unknown.
 */
function outcome(matches: readonly GrammarMatch[]): MatchOutcome {
  const meant = matches.filter(({ interpretations }) => interpretations.length > 0);
  const stopped = matches.flatMap(({ failures }) => failures).find(({ kind }) => kind === 'stopped');
  if (meant.length === 0 && stopped !== undefined) return { kind: 'failed', reason: stopped.reason };
  return { kind: 'matches', matches: meant };
}

function limitReached(error: GrammarError): Unfinished {
  if (error.limit === 'queue') throw new ServiceError('ERR_BUSY', error.reason, { retryAfterSeconds: 1 });
  if (error.limit === 'words') throw new ServiceError('ERR_TOO_LARGE', error.reason);
  return { kind: 'failed', reason: error.message };
}
