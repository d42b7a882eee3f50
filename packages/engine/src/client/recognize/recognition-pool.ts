import type { RecognitionJobs } from '../../contract/recognition-jobs.ts';
import type { EnginePool } from '../pool/engine-pool.ts';

/** A pool whose processes know the two kinds of work that a recognition is made of. */
export type RecognitionPool = EnginePool<RecognitionJobs>;
