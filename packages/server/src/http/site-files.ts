import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

export interface SiteFile {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Of pages. */
  readonly policy?: string;
  /** Whether its name changes with its content. */
  readonly immutable: boolean;
}

/** What stands in the built files for the path that they are served at. */
const BASE = '/LOCUTOR_DOCS_BASE/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const WITH_BASE = new Set(['.html', '.js', '.css', '.json']);
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The files of a static site, read when they are first asked for and kept. Only names that a listing of the folder has
 * are served, so no path leads out of it. @fastify/static serves files as they are: these get the path that the server
 * runs at, and every page a policy with the hashes of its own scripts.
 */
export class SiteFiles {
  readonly #folder: string;
  readonly #base: string;
  #names: ReadonlySet<string> | undefined;
  readonly #files = new Map<string, SiteFile>();

  constructor(folder: string, base: string) {
    this.#folder = folder;
    this.#base = base;
  }

  /** Whether there is a site: it may be built while the server runs already. */
  get exists(): boolean {
    return this.#list() !== undefined;
  }

  /** By its path below the site; a page also without its extension. */
  find(path: string): SiteFile | undefined {
    const names = this.#list();
    const name = [path === '' ? 'index.html' : path, `${path}.html`].find((each) => names?.has(each));
    if (name === undefined) return undefined;
    const file = this.#files.get(name) ?? this.#read(name);
    this.#files.set(name, file);
    return file;
  }

  #list(): ReadonlySet<string> | undefined {
    if (!this.#names && existsSync(join(this.#folder, 'index.html'))) {
      const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && TYPES[extname(entry.name)]);
      const start = this.#folder.length + 1;
      this.#names = new Set(
        files.map((entry) => join(entry.parentPath, entry.name).slice(start).split(sep).join('/')),
      );
    }
    return this.#names;
  }

  #read(name: string): SiteFile {
    const kind = extname(name);
    const raw = readFileSync(join(this.#folder, name));
    const body = WITH_BASE.has(kind) ? Buffer.from(raw.toString('utf8').replaceAll(BASE, this.#base)) : raw;
    return {
      body,
      type: TYPES[kind]!,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      immutable: name.startsWith('assets/'),
      ...(kind === '.html' && { policy: policyOf(body.toString('utf8')) }),
    };
  }
}

/** Nothing from elsewhere, and of inline scripts only those that the page was built with. */
function policyOf(page: string): string {
  const scripts = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(scripts)].join(' '),
    "style-src 'self'",
    // The colours of highlighted code are attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
