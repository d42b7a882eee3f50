import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelStore } from '@locutor/models';
import { expect, test } from 'vitest';
import { ENCODER_SHA256 } from './emotion-encoder.ts';
import { EmotionHead } from './emotion-head.ts';

test('the emotion model that comes with this program is read', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'models-'));
  try {
    const store = new ModelStore({ dir });
    await store.fetch(['emotion']);
    expect(EmotionHead.read(readFileSync(store.path('emotion', 'emotion.bin')), ENCODER_SHA256).inputs).toBe(
      2 * 2 * 416,
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
});
