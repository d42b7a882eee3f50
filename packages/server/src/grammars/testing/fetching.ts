import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { DocumentLoader, type DocumentLoaderOptions } from '../document-loader.ts';
import { type Answer, LocalServer } from './local-server.ts';

export const GRAMMAR = '#ABNF 1.0;\nlanguage en;\n$a = b;\n';

/** A host that answers what the test has it answer, for the tests of one file. */
export const web = {
  server: undefined as unknown as LocalServer,
  answer: ((_request, response) => response.end(GRAMMAR)) as Answer,
};
const loaders: DocumentLoader[] = [];

/** To be called once at the head of a file that uses the others. */
export function serveDocuments(): void {
  beforeAll(async () => {
    web.server = await LocalServer.start((request, response) => web.answer(request, response));
  });

  afterEach(() => {
    for (const loader of loaders.splice(0)) loader.close();
    web.server.requests.length = 0;
  });

  afterAll(() => web.server.close());
}

export function loaderWith(options: Partial<DocumentLoaderOptions> = {}): DocumentLoader {
  const loader = new DocumentLoader({ folders: [], allow: ['127.0.0.1'], ...options });
  loaders.push(loader);
  return loader;
}

export async function errorOf(uri: string, options?: Partial<DocumentLoaderOptions>): Promise<ServiceError> {
  const error = await loaderWith(options)
    .load(uri)
    .then(
      () => new Error('it was loaded'),
      (error: Error) => error,
    );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}

/** Waits with real turns of the event loop: `expect.poll` would move a fake clock on. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** A resolver for tests: what it answers is up to the test, and what it was asked is kept. */
export function resolver(...answers: readonly string[][]) {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return answers[Math.min(asked.length, answers.length) - 1]!;
  };
  return { asked, resolve };
}
