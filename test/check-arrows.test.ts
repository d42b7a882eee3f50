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
  'packages/contract/src/index.ts': "export * from './wire.ts';",
  'packages/contract/src/wire.ts': "import { graphs } from '@locutor/graphs';\nexport type Wire = 1;",
  'packages/engine/src/index.ts': "export * from './pool/pool.ts';\nexport * from './live/live.ts';",
  'packages/engine/src/pool/pool.ts': "import type { Wire } from '@locutor/contract';",
  'packages/engine/src/live/live.ts': "import { pool } from '../pool/pool.ts';",
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
    'packages/engine/src/live/wrong.ts',
    "import {\n  type Config,\n  serve,\n} from '@locutor/server';",
    "packages/engine/src/live/wrong.ts imports '@locutor/server': engine may import voices, contract, audio, text, grammar",
  ],
  [
    'packages/server/src/wrong.ts',
    "export * from '@locutor/engine/dist/pool/pool.js';",
    "packages/server/src/wrong.ts imports '@locutor/engine/dist/pool/pool.js': nobody imports past the index of @locutor/engine",
  ],
  [
    'packages/engine/src/bus/wrong.ts',
    "import { jobs } from '@locutor/inference';",
    "packages/engine/src/bus/wrong.ts imports '@locutor/inference': engine may import voices, contract, audio, text, grammar",
  ],
  [
    'packages/engine/src/pool/wrong.ts',
    "import type { Live } from '../live/live.ts';",
    "packages/engine/src/pool/wrong.ts imports '../live/live.ts': the room pool may import no other room",
  ],
  [
    'packages/inference/src/search/deep/wrong.ts',
    "const later = await import('../../align/words.ts');",
    "packages/inference/src/search/deep/wrong.ts imports '../../align/words.ts': the room search may import speech, sounds",
  ],
  [
    'packages/engine/src/attic/wrong.ts',
    "import '../pool/pool.ts';",
    "packages/engine/src/attic/wrong.ts imports '../pool/pool.ts': add the room attic to ROOMS.engine in scripts/check-arrows.mjs",
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
