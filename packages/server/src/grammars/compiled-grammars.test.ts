import type { GrammarFacts, GrammarPool } from '@locutor/grammar';
import { expect, test } from 'vitest';
import { CompiledGrammars } from './compiled-grammars.ts';
import { DocumentLoader } from './document-loader.ts';

const digits = {
  kind: 'inline',
  uri: 'inline:0',
  bytes: new TextEncoder().encode('#ABNF 1.0; root $a; $a = one;'),
  mediaType: undefined,
} as const;

/** A pool that compiles when it is told to. */
function slowPool() {
  let finish = (_facts: GrammarFacts) => {};
  const compilations: string[] = [];
  const pool = {
    compile: (key: string) => {
      compilations.push(key);
      return new Promise<GrammarFacts>((resolve) => {
        finish = resolve;
      });
    },
    clientsJoined() {},
    forget() {},
  };
  return {
    pool: pool as unknown as GrammarPool,
    compilations,
    finish: () => finish({ frozen: { network: {} } } as GrammarFacts),
  };
}

test('a client that leaves waits no longer, and whoever waits with it gets the one compilation', async () => {
  const { pool, compilations, finish } = slowPool();
  const grammars = new CompiledGrammars(pool, new DocumentLoader({ folders: [], allow: [] }), 'en');
  const [first, second] = [new AbortController(), new AbortController()];
  const stayed = new AbortController().signal;
  const leaving = [first, second].map(({ signal }) =>
    grammars.use(digits, { client: 'a', signal }, async () => 'used'),
  );
  const waiting = grammars.use(digits, { client: 'b', signal: stayed }, async () => 'used');

  first.abort(new Error('gone'));
  second.abort(new Error('gone'));
  for (const each of leaving) await expect(each).rejects.toThrow('gone');
  finish();
  expect(await waiting).toBe('used');
  expect(await grammars.use(digits, { client: 'b', signal: stayed }, async () => 'again')).toBe('again');
  expect(compilations).toHaveLength(1);
});
