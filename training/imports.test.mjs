import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { expect, it } from 'vitest';

const scripts = readdirSync(import.meta.dirname, { recursive: true })
  .filter((file) => file.endsWith('.mjs') && !file.endsWith('.test.mjs'))
  .map((file) => join(import.meta.dirname, file));

// Trainings run for hours, so nothing runs them here. Moving a function they use would break them unnoticed.
it('finds everything that the trainings import', async () => {
  expect(scripts.length).toBeGreaterThan(15);
  const built = build({
    entryPoints: scripts,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    outdir: 'unwritten',
    logLevel: 'silent',
  });
  await expect(built).resolves.toBeDefined();
  await stop();
});
