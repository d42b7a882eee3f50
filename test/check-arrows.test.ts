import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../scripts/check-arrows.mjs', import.meta.url));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'arrows-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const rightTree = {
  'packages/text/src/index.ts': "export { plain } from './plain.ts';",
  'packages/text/src/plain.ts': "// import '@locutor/server'\nexport const plain = 1;",
  'packages/text/src/plain.test.ts': "import { pool } from '@locutor/engine';",
  'packages/engine/src/index.ts': "export * from './client/pool.ts';\nexport * from './contract/wire.ts';",
  'packages/engine/src/client/pool.ts': "import type { Wire } from '../contract/wire.ts';",
  'packages/engine/src/contract/wire.ts': "import { models } from '@locutor/models';\nexport type Wire = 1;",
  'packages/server/src/app.ts': "import {\n  pool,\n  queue,\n} from '@locutor/engine';",
};

function check(tree: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n') };
}

test('a tree whose arrows all point one way passes', () => {
  expect(check(rightTree)).toEqual({ status: 0, lines: [''] });
});

/** All in one tree: a process of its own for each would take seconds. */
const wrong: readonly (readonly [file: string, text: string, message: string])[] = [
  [
    'packages/text/src/wrong.ts',
    "import { Pool } from '@locutor/engine';",
    "packages/text/src/wrong.ts imports '@locutor/engine': text may import no other package",
  ],
  [
    'packages/engine/src/client/wrong.ts',
    "import {\n  type Config,\n  serve,\n} from '@locutor/server';",
    "packages/engine/src/client/wrong.ts imports '@locutor/server': engine may import models, text, audio, grammar, pronounce",
  ],
  [
    'packages/server/src/wrong.ts',
    "export * from '@locutor/engine/dist/client/pool.js';",
    "packages/server/src/wrong.ts imports '@locutor/engine/dist/client/pool.js': nobody imports past the index of @locutor/engine",
  ],
  [
    'packages/engine/src/contract/wrong.ts',
    "import type { Pool } from '../client/pool.ts';",
    "packages/engine/src/contract/wrong.ts imports '../client/pool.ts': the room contract may import no other room",
  ],
  [
    'packages/engine/src/search/deep/wrong.ts',
    "const later = await import('../../align/words.ts');",
    "packages/engine/src/search/deep/wrong.ts imports '../../align/words.ts': the room search may import speech, sounds, contract",
  ],
  [
    'packages/engine/src/attic/wrong.ts',
    "import '../contract/wire.ts';",
    "packages/engine/src/attic/wrong.ts imports '../contract/wire.ts': add the room attic to ROOMS.engine in scripts/check-arrows.mjs",
  ],
  [
    'packages/audio/src/wrong.ts',
    "import { plain } from '../../text/src/plain.ts';",
    "packages/audio/src/wrong.ts imports '../../text/src/plain.ts': a file of audio imports other packages by their names",
  ],
  [
    'packages/attic/src/index.ts',
    'export const old = 1;',
    'packages/attic: add this package to PACKAGES in scripts/check-arrows.mjs',
  ],
];

test('every wrong arrow is reported with its file, its import and the rule', () => {
  const files = Object.fromEntries(wrong.map(([file, text]) => [file, text]));
  const { status, lines } = check({ ...rightTree, ...files });
  expect(status).toBe(1);
  expect(lines.slice(0, -1).toSorted()).toEqual(wrong.map(([, , message]) => message).toSorted());
  expect(lines.at(-1)).toMatch(`${wrong.length} imports run against the arrows`);
});
