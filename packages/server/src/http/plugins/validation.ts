import fp from 'fastify-plugin';
import type { TObject } from 'typebox';
import { readTexts } from '../../fields/index.ts';

/** The options of a schema of queries and paths that is checked here. */
export const CLOSED = { additionalProperties: false } as const;

const NAMES = {
  querystring: { what: 'the query', noun: 'query parameter' },
  params: { what: 'the path', noun: 'path parameter' },
} as const;

/**
 * Checks queries and paths against their closed schemas. Bodies are checked as operations read them, and so are
 * configuration headers, which have two names each, and `lm`, whose URIs have a query of their own.
 */
export const validation = fp(
  async (app) => {
    app.setValidatorCompiler(({ schema, httpPart }) => {
      const closed = schema as TObject & { readonly additionalProperties?: boolean };
      const names = NAMES[httpPart as keyof typeof NAMES];
      if (names === undefined || closed.additionalProperties !== false) return () => true;
      return (texts: unknown) => {
        try {
          return { value: readTexts(closed, texts, names) };
        } catch (error) {
          return { error: error as Error };
        }
      };
    });
  },
  { name: 'validation' },
);
