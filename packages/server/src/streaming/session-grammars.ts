import { quote, ServiceError } from '../errors/index.ts';
import { type LmAliases, type LmReference, lmNotFound, readLms } from '../grammars/index.ts';
import type { InlineGrammar } from '../grammars/inline-grammar.ts';
import { parseMediaType } from '../http/media-type.ts';
import { MAX_GRAMMAR_BYTES, MAX_GRAMMARS } from '../operations/lm-form.ts';
import { type Frame, textOf } from './frame.ts';
import type { SessionParameters } from './parameters.ts';

/** The language models of a recognition. */
export interface NamedModels {
  readonly references: readonly LmReference[];
  readonly inline: readonly InlineGrammar[];
}

interface Defined {
  readonly grammar: InlineGrammar;
  readonly at: number;
  usedAt: number;
}

type Lifetime = Pick<SessionParameters, 'lm.timeToLive' | 'lm.timeToIdle'>;

const SCHEME = 'session:';
/** Of URIs: no message can name more than 32 of them, which have at most 2000 characters. */
const MAX_LIST_BYTES = 64 * 1024;
const GRAMMAR_TYPES = /^(application\/(srgs|srgs\+xml|grammar\+xml|xml|jsgf)|text\/xml)$/;
const NAME = /^[\w.:@-]{1,128}$/;

/** The grammars that a session has defined, and what its messages name. */
export class SessionGrammars {
  readonly #defined = new Map<string, Defined>();
  readonly #aliases: LmAliases;
  readonly #now: () => number;

  constructor(aliases: LmAliases, now: () => number = () => performance.now()) {
    this.#aliases = aliases;
    this.#now = now;
  }

  /** The grammar of a DEFINE_GRAMMAR, to be checked before `add`. */
  read(frame: Frame): { name: string; grammar: InlineGrammar } {
    const name = textOf(frame.headers['content-id'] ?? '');
    if (!NAME.test(name)) {
      throw new ServiceError(
        'ERR_INVALID_PARAMETER',
        `Content-ID: expected a name of at most 128 letters, digits and . : @ - _, got ${quote(name)}`,
      );
    }
    return { name, grammar: grammarOf(frame, SCHEME + name) };
  }

  add(name: string, grammar: InlineGrammar): void {
    if (!this.#defined.has(name) && this.#defined.size >= MAX_GRAMMARS) {
      throw new ServiceError('ERR_TOO_LARGE', `the session has ${MAX_GRAMMARS} grammars already`);
    }
    const at = this.#now();
    this.#defined.set(name, { grammar, at, usedAt: at });
  }

  /** What the body of a message names or holds. */
  modelsOf(frame: Frame, lifetime: Lifetime): NamedModels {
    const id = textOf(frame.headers['content-id'] ?? '');
    if (frame.body.length === 0)
      return id === ''
        ? { references: readLms(undefined), inline: [] }
        : this.#named([`${SCHEME}${id}`], lifetime);
    const sent = parseMediaType(frame.headers['content-type'] ?? 'text/uri-list')?.type ?? '';
    if (GRAMMAR_TYPES.test(sent)) return { references: [], inline: [grammarOf(frame, inlineName(id))] };
    if (sent !== 'text/uri-list' && sent !== 'text/plain') {
      throw new ServiceError(
        'ERR_UNSUPPORTED_MEDIA_TYPE',
        `Content-Type is ${quote(sent)}; send text/uri-list or a grammar`,
      );
    }
    const lines = urisIn(frame.body.subarray(0, MAX_LIST_BYTES));
    // Some clients send grammars as plain text, others lists.
    const isList = sent === 'text/uri-list' || lines.every((line) => /^[a-z][a-z\d+.-]*:\S+$/i.test(line));
    if (!isList) return { references: [], inline: [grammarOf(frame, inlineName(id))] };
    if (frame.body.length > MAX_LIST_BYTES)
      throw new ServiceError('ERR_TOO_LARGE', `the list has more than ${MAX_LIST_BYTES} bytes`);
    return this.#named(lines, lifetime);
  }

  #named(uris: readonly string[], lifetime: Lifetime): NamedModels {
    const isOwn = (uri: string) => uri.toLowerCase().startsWith(SCHEME);
    const inline = [...new Set(uris.filter(isOwn))].map((uri) => this.#own(uri, lifetime));
    const others = uris.filter((uri) => !isOwn(uri));
    const references = inline.length > 0 && others.length === 0 ? [] : readLms(others, this.#aliases);
    return { references, inline };
  }

  #own(uri: string, lifetime: Lifetime): InlineGrammar {
    const name = uri.slice(SCHEME.length);
    const found = this.#defined.get(name);
    const now = this.#now();
    const isOver = (since: number, limit: number) => now - since > limit * 60_000;
    if (
      found &&
      (isOver(found.at, lifetime['lm.timeToLive']) || isOver(found.usedAt, lifetime['lm.timeToIdle']))
    )
      this.#defined.delete(name);
    if (!found || !this.#defined.has(name))
      throw lmNotFound(uri, 'the session has defined no grammar of this name');
    found.usedAt = now;
    return found.grammar;
  }
}

function grammarOf({ body, headers }: Frame, uri: string | undefined): InlineGrammar {
  if (body.length === 0) throw new ServiceError('ERR_EMPTY_BODY', 'the message has no grammar');
  if (body.length > MAX_GRAMMAR_BYTES)
    throw new ServiceError('ERR_TOO_LARGE', `the grammar has more than ${MAX_GRAMMAR_BYTES} bytes`);
  // A copy: the frame that it came in may be large.
  return {
    bytes: new Uint8Array(body),
    mediaType: headers['content-type'],
    ...(uri !== undefined && { uri }),
  };
}

const inlineName = (id: string) => (id === '' ? undefined : SCHEME + id);

function urisIn(body: Uint8Array): string[] {
  return new TextDecoder()
    .decode(body)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
