import { createHash } from 'node:crypto';
import type { GrammarInput } from '@locutor/contract';
import {
  builtinGrammar,
  GrammarError,
  type GrammarFacts,
  type GrammarPool,
  type GrammarSource as Source,
} from '@locutor/grammar';
import { untilAborted } from '../common/until-aborted.ts';
import { ServiceError } from '../errors/index.ts';
import { traced } from '../tracing/traced.ts';
import type { DocumentLoader } from './document-loader.ts';
import type { Caller, GrammarSource } from './grammars.ts';
import { lmInvalid, lmNotFound } from './load-failure.ts';

/**
 * Compiled grammars that are kept, and the bytes of their sources and networks; the least recently used is dropped
 * first. Not lru-cache: it has no way to keep an entry that a request is using, and the pool would lose a grammar in
 * the middle of a match.
 */
const KEPT = 256;
const KEPT_BYTES = 64 * 1024 ** 2;
/** Time to load all documents that one grammar refers to. */
const IMPORT_MS = 10_000;

interface Compiled {
  readonly done: Promise<GrammarFacts>;
  /** What engine processes know it by. */
  readonly engineKey: string;
  /** Fingerprints of the documents it was made of beside its own, by URI. */
  readonly imports: Map<string, string>;
  /** Who waits for it to be compiled: it has its turn as soon as any of them has. */
  readonly clients: Set<string>;
  bytes: number;
  /** Requests that use it now: it is not dropped while there are any. */
  users: number;
}

/**
 * Knows which grammars the pool has compiled. A grammar is the same while its own bytes and those of every document
 * it refers to are the same; requests that come while it compiles wait for the one compilation.
 */
export class CompiledGrammars {
  readonly #pool: GrammarPool;
  readonly #loader: DocumentLoader;
  readonly #language: string;
  readonly #compiled = new Map<string, Compiled>();
  #compilations = 0;

  constructor(pool: GrammarPool, loader: DocumentLoader, language: string) {
    this.#pool = pool;
    this.#loader = loader;
    this.#language = language;
  }

  /** Does some work with the pool's key of the grammar, which is compiled and up to date. */
  async use<T>(grammar: GrammarSource, caller: Caller, work: (key: string) => Promise<T>): Promise<T> {
    const key = await this.#key(grammar, caller);
    const compiled = this.#compiled.get(key);
    if (compiled) compiled.users++;
    try {
      return await work(key);
    } finally {
      if (compiled) compiled.users--;
    }
  }

  /** What the grammar is for and made of, once it is compiled. */
  async about(grammar: GrammarSource, caller: Caller): Promise<{ facts: GrammarFacts; input: GrammarInput }> {
    const compiled = this.#compiled.get(await this.#key(grammar, caller));
    // Forgotten in the meantime only where hundreds of others were compiled: then it is compiled again.
    if (!compiled) return this.about(grammar, caller);
    const facts = await untilAborted(compiled.done, caller.signal);
    return { facts, input: { key: compiled.engineKey, frozen: facts.frozen } };
  }

  async #key(grammar: GrammarSource, { client, signal }: Caller): Promise<string> {
    const { key, source, rule } = await traced('load grammar', () => this.#load(grammar, signal), {
      attributes: { 'locutor.grammar.kind': grammar.kind },
    });
    const before = this.#compiled.get(key);
    if (before) this.#join(before, client);
    if (before && !(await this.#outdated(before, signal))) {
      this.#compiled.delete(key);
      this.#compiled.set(key, before);
      await untilAborted(before.done, signal);
      return key;
    }
    // The compilation goes on when its client leaves: others may wait for it, and the next one asks again.
    const compiled = () => this.#compile(key, grammar.uri, source, rule, client);
    await untilAborted(traced('compile grammar', compiled), signal);
    return key;
  }

  #join({ clients }: Compiled, client: string): void {
    if (clients.size === 0 || clients.has(client)) return;
    clients.add(client);
    this.#pool.clientsJoined();
  }

  async #load(
    grammar: GrammarSource,
    signal: AbortSignal,
  ): Promise<{ key: string; source: Source; rule?: string }> {
    if (grammar.kind === 'builtin') {
      const name = grammar.target ?? grammar.uri;
      return { key: name, source: this.#builtin(name) };
    }
    if (grammar.kind === 'inline') {
      const { bytes, mediaType } = grammar;
      const key = `inline ${mediaType} ${createHash('sha256').update(bytes).digest('hex')}`;
      return { key, source: { source: bytes, ...(mediaType !== undefined && { mediaType }) } };
    }
    const { bytes, uri, mediaType, fingerprint } = await this.#loader.load(grammar.target ?? grammar.uri, {
      signal,
    });
    const source = { source: bytes, uri, ...(mediaType !== undefined && { mediaType }) };
    const { rule } = grammar;
    return {
      key: `${fingerprint} ${uri} ${mediaType ?? ''} ${rule ?? ''}`,
      source,
      ...(rule !== undefined && { rule }),
    };
  }

  #builtin(uri: string): Source {
    try {
      return builtinGrammar(uri, { language: this.#language });
    } catch (error) {
      if (!(error instanceof GrammarError)) throw error;
      if (error.code === 'not-found') throw lmNotFound(uri, error.reason);
      throw new ServiceError('ERR_INVALID_PARAMETER', `lm: ${error.message}`);
    }
  }

  async #outdated({ done, imports }: Compiled, signal: AbortSignal): Promise<boolean> {
    await untilAborted(done, signal);
    for (const [uri, fingerprint] of imports) {
      if (fingerprint === '') continue;
      if ((await this.#loader.load(uri, { signal })).fingerprint !== fingerprint) return true;
    }
    return false;
  }

  async #compile(
    key: string,
    uri: string,
    source: Source,
    rule: string | undefined,
    client: string,
  ): Promise<void> {
    const clients = new Set([client]);
    const imports = new Map<string, string>();
    const documents = new Map<string, Source>();
    const done = this.#compileWithImports(key, source, rule, clients, imports, documents)
      .catch((error: unknown) => {
        this.#forget(key);
        throw asLmError(uri, error);
      })
      .finally(() => clients.clear());
    const compiled: Compiled = {
      done,
      engineKey: `${key} ${++this.#compilations}`,
      imports,
      clients,
      bytes: 'source' in source ? source.source.length : 0,
      users: 0,
    };
    this.#compiled.set(key, compiled);
    compiled.bytes += bytesOf(await done);
    this.#makeRoom(key);
  }

  /**
   * Compiles, and whenever that needs a document that is not loaded, frees the thread, loads the document and
   * compiles anew: a slow host named by one client must not hold a thread that all clients share.
   */
  async #compileWithImports(
    key: string,
    source: Source,
    rule: string | undefined,
    clients: ReadonlySet<string>,
    imports: Map<string, string>,
    documents: Map<string, Source>,
  ): Promise<GrammarFacts> {
    const giveUp = AbortSignal.timeout(IMPORT_MS);
    for (;;) {
      let missing: string | undefined;
      const resolve = async (uri: string) => {
        const document = documents.get(uri);
        if (document) return document;
        missing = uri;
        throw new GrammarError('not-found', `${uri} is not loaded yet`);
      };
      try {
        return await this.#pool.compile(key, source, {
          resolve,
          clients,
          ...(rule !== undefined && { rules: [rule] }),
        });
      } catch (error) {
        if (missing === undefined) throw error;
      }
      const { fingerprint, ...document } = await this.#loadImport(missing, giveUp);
      imports.set(missing, fingerprint);
      documents.set(missing, document);
    }
  }

  async #loadImport(uri: string, giveUp: AbortSignal): Promise<Source & { fingerprint: string }> {
    try {
      if (uri.startsWith('builtin:'))
        return { ...builtinGrammar(uri, { language: this.#language }), fingerprint: '' };
      const { bytes, uri: base, mediaType, fingerprint } = await this.#loader.load(uri, { signal: giveUp });
      return { source: bytes, uri: base, fingerprint, ...(mediaType !== undefined && { mediaType }) };
    } catch (error) {
      if (giveUp.aborted)
        throw lmNotFound(uri, `the grammars it refers to took longer than ${IMPORT_MS} ms to load`);
      throw error;
    }
  }

  #makeRoom(newest: string): void {
    let bytes = [...this.#compiled.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [key, compiled] of this.#compiled) {
      if (this.#compiled.size <= KEPT && bytes <= KEPT_BYTES) break;
      if (compiled.users > 0 || key === newest) continue;
      bytes -= compiled.bytes;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    this.#compiled.delete(key);
    this.#pool.forget(key);
  }
}

function bytesOf({ frozen }: GrammarFacts): number {
  const { network, words, apostropheForms } = frozen;
  const parts: unknown[] = Object.values(network);
  const arrays = parts.reduce<number>(
    (sum, part) => sum + (ArrayBuffer.isView(part) ? part.byteLength : 0),
    0,
  );
  return [words, apostropheForms].flat().reduce((sum, word) => sum + word.length, arrays);
}

const TRANSIENT = new Set(['queue', 'time', 'memory']);

function asLmError(uri: string, error: unknown): unknown {
  // How long a thread took or how full it was says nothing about the grammar.
  if (!(error instanceof GrammarError) || TRANSIENT.has(error.limit ?? '')) return error;
  const failure = error.code === 'not-found' ? lmNotFound : lmInvalid;
  return failure(uri, error.message, error);
}
