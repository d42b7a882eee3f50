// node bench/dist/cpus/main.js --under 'qemu-x86_64 -cpu Haswell' [--under …] [--models DIR] [--clip FILE …]
// Compares what every model gives on this processor and on others, each of them a command that emulates one.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultModelsDir } from '@locutor/models';
import { table } from '../table.ts';
import { difference } from './difference.ts';

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    under: { type: 'string', multiple: true, default: [] },
    clip: { type: 'string', multiple: true },
  },
});
const models = values.models ?? process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();
const fixtures = fileURLToPath(new URL('../../../test/fixtures/', import.meta.url));
const clips =
  values.clip ?? ['sentence.flac', 'bill.opus', 'digits.flac'].map((name) => join(fixtures, name));
const program = fileURLToPath(new URL('write-outputs.js', import.meta.url));

const root = mkdtempSync(join(tmpdir(), 'cpus-'));
try {
  const here = run('here', []);
  const others = values.under.map((command, at) => run(`${at}`, command.split(/\s+/)));
  const parts = readdirSync(here).sort();
  const cells = parts.map((part) => [
    part.replace(/\.f32$/, ''),
    ...others.map((folder) => difference(floats(join(here, part)), floats(join(folder, part)))),
  ]);
  console.log(table([['relative difference', ...values.under], ...cells]));
} finally {
  rmSync(root, { recursive: true });
}

function run(name: string, emulator: readonly string[]): string {
  const folder = join(root, name);
  mkdirSync(folder);
  const [command, ...rest] = [...emulator, process.execPath, program, folder, models, ...clips];
  const { status, stderr } = spawnSync(command!, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr.slice(-1000)}`);
  return folder;
}

function floats(file: string): Float32Array {
  return new Float32Array(new Uint8Array(readFileSync(file)).buffer);
}
