import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { DocumentLoader, type DocumentLoaderOptions } from '../document-loader.ts';
import type { LoaderLimits } from '../limits.ts';
import { type Answer, LocalServer } from './local-server.ts';

/** A server whose answers a test chooses, loaders that fetch from it, and their clock. */
export class KeepingScene {
  answer: Answer = (_request, response) => response.end();
  now = 0;
  version = 1;
  server!: LocalServer;
  readonly #loaders: DocumentLoader[] = [];

  /** Of a test file: it starts before the first test, and begins anew with each. */
  static create(): KeepingScene {
    const scene = new KeepingScene();
    beforeAll(async () => {
      scene.server = await LocalServer.start((request, response) => scene.answer(request, response));
    });
    beforeEach(() => {
      scene.now = Date.parse('2026-01-01T00:00:00Z');
      scene.version = 1;
      scene.server.requests.length = 0;
    });
    afterEach(() => {
      for (const loader of scene.#loaders.splice(0)) loader.close();
    });
    afterAll(() => scene.server.close());
    return scene;
  }

  loaderWith(
    limits: Partial<LoaderLimits> = {},
    options: Partial<DocumentLoaderOptions> = {},
  ): DocumentLoader {
    const now = () => this.now;
    const loader = new DocumentLoader({ folders: [], allow: ['127.0.0.1'], now, limits, ...options });
    this.#loaders.push(loader);
    return loader;
  }

  /** Answers with the current version, its number as entity tag, and 304 to whoever has it already. */
  versions(headers: Record<string, string> = {}): Answer {
    return (request, response) => {
      const tag = `"${this.version}"`;
      for (const [name, value] of Object.entries({ etag: tag, ...headers })) response.setHeader(name, value);
      if (request.headers['if-none-match'] === tag) response.writeHead(304).end();
      else response.end(`version ${this.version}`);
    };
  }

  async read(loader: DocumentLoader, path = '/g', signal?: AbortSignal): Promise<string> {
    const { bytes } = await loader.load(this.server.url(path), signal === undefined ? {} : { signal });
    return Buffer.from(bytes).toString();
  }

  /** Lets a fetch that nobody waits for run to its end. */
  async requestsToBe(count: number): Promise<void> {
    await vi.waitFor(() => expect(this.server.requests).toHaveLength(count), { timeout: 60_000 });
  }
}

export function failing(status = 503): Answer {
  return (_request, response) => response.writeHead(status).end();
}
