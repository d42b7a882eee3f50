import type { EngineJobs, EngineSettings } from '@locutor/contract';
import { EnginePool } from './engine-pool.ts';
import type { EnginePoolOptions } from './options.ts';

/**
 * The pool that runs the product's own jobs.
 *
 * @example
 * const pool = createEnginePool({ settings: { voiceActivityModel: '/models/silero_vad_v6.onnx' } });
 * await pool.start();
 * const { spans } = await pool.run('detect-speech', { audio: { bytes } }, { deadlineMs: 10_000 });
 * await pool.drain({ timeoutMs: 5000 });
 */
export function createEnginePool(
  options: Omit<EnginePoolOptions, 'registry' | 'settings'> & { settings: EngineSettings },
): EnginePool<EngineJobs> {
  return new EnginePool(options);
}
