import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';
import type { CheckpointAnswer, CheckpointMode } from './checkpoints.ts';

const libsql = new Libsql(workerData as string);
libsql.exec('pragma busy_timeout = 20');

parentPort!.on('message', (mode: CheckpointMode) => parentPort!.postMessage(checkpoint(mode)));

function checkpoint(mode: CheckpointMode): CheckpointAnswer {
  try {
    // That it was held up is no error of this statement but the first column of its answer.
    const [answer] = libsql.prepare(`pragma wal_checkpoint(${mode})`).all() as { busy: number }[];
    return { isDone: answer?.busy === 0 };
  } catch (error) {
    return { error };
  }
}
