import { isAbsolute, join, relative, sep } from 'node:path';
import { quote } from '../../errors/index.ts';
import { forbidden, notFound } from '../load-failure.ts';

/** The path of a `file:` URI, decoded and without `.`, `..` and empty segments. */
export interface GrammarPath {
  readonly rooted: boolean;
  readonly segments: readonly string[];
}

/** Reads the URI by hand: `URL` silently turns `file:../x` into `file:///x`, and an attempt to leave the folder should be reported. */
export function parseGrammarPath(uri: string): GrammarPath {
  const written = uri.slice('file:'.length).split(/[?#]/, 1)[0]!;
  const authority = /^\/\/([^/]*)/.exec(written)?.[1];
  if (authority !== undefined && authority !== '' && authority.toLowerCase() !== 'localhost') {
    throw forbidden(`it names the host ${quote(authority)}; write file: and a path in the grammar folder`);
  }
  const path = decode(authority === undefined ? written : written.slice(2 + authority.length));
  // A backslash separates folders on one system and is part of a name on others, so it is never accepted.
  if (/[\0\\]/.test(path)) throw forbidden('its path holds a NUL or a backslash');
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) throw outside();
  }
  return { rooted: path.startsWith('/'), segments };
}

export function outside(): Error {
  return forbidden('it is outside the grammar folder');
}

/**
 * Where in a folder the path can be, likeliest first. A rooted path may be the full path of a file in the folder
 * (`file:///srv/grammars/pizza.abnf`) or start at the folder (`file:///pizza.abnf`, the form that documents get).
 */
export function placesIn(folder: string, { rooted, segments }: GrammarPath): string[][] {
  const inside = rooted ? relative(folder, join(sep, ...segments)) : '..';
  return isOutside(inside) ? [[...segments]] : [inside.split(sep), [...segments]];
}

/** Of the answer of `path.relative`. */
export function isOutside(way: string): boolean {
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

export function grammarUri(segments: readonly string[]): string {
  return `file:///${segments.map(encodeURIComponent).join('/')}`;
}

function decode(path: string): string {
  try {
    const decoded = decodeURIComponent(path);
    // Throws for half a surrogate pair, which no file name holds.
    encodeURIComponent(decoded);
    return decoded;
  } catch {
    throw notFound('its path is not correctly percent-encoded');
  }
}
