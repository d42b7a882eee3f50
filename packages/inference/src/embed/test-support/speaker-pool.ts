import { createEnginePool } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';

/** A started pool with the real models of speakers; whoever asks for it drains it. */
export async function startedSpeakerPool(processes: number): Promise<ReturnType<typeof createEnginePool>> {
  const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
  await store.fetch(['silero-vad', 'speaker-embedding']);
  const settings = {
    voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
    speakerModel: store.path('speaker-embedding', 'embedding.ort'),
  };
  const pool = createEnginePool({ processes, settings });
  await pool.start();
  return pool;
}
