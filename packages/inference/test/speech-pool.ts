import type { EngineSettings } from '@locutor/contract';
import { createEnginePool } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll } from 'vitest';

export const modelsDir = process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();

/** Where the detector of speech is, which is fetched where it is missing. */
export async function speechDetector(): Promise<string> {
  const store = new ModelStore({ dir: modelsDir });
  await store.fetch(['silero-vad']);
  return store.path('silero-vad', 'vad.onnx');
}

/** Engine processes that find speech, and recognise it with the models that are there; for all tests of a file. */
export function speechPool(processes: number, settings: Partial<EngineSettings> = {}) {
  let pool: ReturnType<typeof createEnginePool>;
  beforeAll(async () => {
    const voiceActivityModel = await speechDetector();
    pool = createEnginePool({ processes, settings: { voiceActivityModel, modelsDir, ...settings } });
    await pool.start();
  });
  afterAll(() => pool?.drain({ timeoutMs: 0 }));
  return () => pool;
}
