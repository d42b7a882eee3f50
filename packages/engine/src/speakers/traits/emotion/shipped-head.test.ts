import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelStore } from '@locutor/models';
import { expect, test } from 'vitest';
import { EmotionHead } from './emotion-head.ts';

test('the emotion model that comes with this program is read', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'models-'));
  try {
    const store = new ModelStore({ dir });
    await store.fetch(['emotion']);
    expect(EmotionHead.read(readFileSync(store.path('emotion', 'emotion.bin'))).inputs).toBe(2 * 2 * 416);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
