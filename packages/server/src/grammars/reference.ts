import { builtinCatalogue } from '@locutor/grammar';
import { quote, ServiceError } from '../errors/index.ts';
import { LoadFailure, lmError, notFound } from './load-failure.ts';
import { parseWebUrl } from './web/web-url.ts';

/** What the names that clients send stand for, where those are not names of this server: the setting lmAliases. */
export type LmAliases = Readonly<Record<string, string>>;

/**
 * What an `lm` value names. `uri` is the value as the client wrote it: answers repeat it. `target` is what it stands for,
 * where it is an alias.
 */
export type LmReference = { readonly target?: string } & NamedLm;

type NamedLm =
  /** `builtin:slm/general`: free speech. Whether there is such a model is the engine's to say. */
  | { readonly kind: 'slm'; readonly uri: string; readonly name: string }
  /** `builtin:grammar/digits?length=4;language=pt`. */
  | {
      readonly kind: 'builtin';
      readonly uri: string;
      readonly name: string;
      readonly parameters: ReadonlyMap<string, string>;
    }
  /** `file:`, `http:` or `https:`; a fragment names the one rule to use. */
  | { readonly kind: 'document'; readonly uri: string; readonly rule?: string };

/** More would let one request start any number of fetches. */
const MAX_REFERENCES = 16;

/** The `lm` values of a query string, as a parser gives them: nothing, one text or several. Repeated ones count once. */
export function readLms(value: unknown, aliases: LmAliases = {}): LmReference[] {
  const values = Array.isArray(value) ? value : [value];
  // Counted before the same ones are put together: thousands of them would be as much work.
  if (values.length > MAX_REFERENCES) {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `lm is given ${values.length} times; at most ${MAX_REFERENCES} can be active at once`,
    );
  }
  const uris = new Set(values.map((each) => (typeof each === 'string' ? each.trim() : '')));
  if (uris.size === 0 || uris.has('')) {
    throw new ServiceError(
      'ERR_LM_REQUIRED',
      'the query parameter lm is required: the URI of a language model, such as builtin:slm/general',
    );
  }
  return [...uris].map((uri) => {
    if (!Object.hasOwn(aliases, uri)) return parseLm(uri);
    const target = aliases[uri]!;
    return { ...parseLm(target), uri, target };
  });
}

export function parseLm(uri: string): NamedLm {
  try {
    const scheme = /^([a-z][a-z\d+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
    if (scheme === 'builtin') return parseBuiltin(uri);
    if (scheme === 'http' || scheme === 'https') parseWebUrl(uri);
    else if (scheme !== 'file') throw notFound(unknownPrefix(uri, scheme));
    const fragment = /#(.+)$/s.exec(uri)?.[1];
    return { kind: 'document', uri, ...(fragment === undefined ? {} : { rule: decode(fragment) }) };
  } catch (error) {
    throw error instanceof LoadFailure ? lmError(uri, error) : error;
  }
}

function unknownPrefix(uri: string, scheme: string | undefined): string {
  const found = scheme === undefined ? 'it has no prefix' : `${quote(`${scheme}:`)} is not a known prefix`;
  const name = uri.toLowerCase();
  const example = builtinCatalogue.has(name) ? `builtin:grammar/${name}` : 'builtin:slm/general';
  return `${found}; an lm starts with builtin:, file:, http: or https:, as in ${example}`;
}

function parseBuiltin(uri: string): NamedLm {
  const slm = /^builtin:slm\/([\w-]+)$/i.exec(uri)?.[1];
  if (slm !== undefined) return { kind: 'slm', uri, name: slm };
  const [, name, query = ''] = /^builtin:grammar\/([\w-]+)(?:\?([^#]*))?$/i.exec(uri) ?? [];
  if (name === undefined)
    throw notFound('builtin: is followed by slm/ or grammar/ and a name, as in builtin:grammar/digits');
  const parameters = new Map<string, string>();
  for (const pair of query.split(/[;&]/)) {
    if (pair === '') continue;
    const [key = '', ...value] = pair.split('=');
    parameters.set(decode(key), decode(value.join('=')));
  }
  return { kind: 'builtin', uri, name, parameters };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound(`${quote(text)} is not correctly percent-encoded`);
  }
}
