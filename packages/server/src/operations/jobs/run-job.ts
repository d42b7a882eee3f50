import { Diarizer, Recognizer } from '@locutor/engine';
import { milliseconds } from '../../common/milliseconds.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ClaimedJob, JobEnd, JobStore, Lease } from '../../store/index.ts';
import { requireEmotion } from '../recognize/emotion.ts';
import { engineEnded, RecognitionEnded } from '../recognize/ended.ts';
import { type CallServices, recognizeCall } from '../recognize/recognize-call.ts';
import type { RecognitionCall } from '../recognize/request.ts';
import { DEADLINE_MS, type Engine, KeptWork, type WorkLog } from './kept-work.ts';
import { failureOf, writeFailure, writeResults } from './outcome.ts';
import { restoreCall } from './stored-call.ts';

/** A job that could not be done this often without getting any further is given up. */
export const MOST_ATTEMPTS = 5;

export interface JobServices extends CallServices {
  readonly store: Pick<JobStore, 'leases'>;
  readonly engine: Engine;
}

export interface JobWatch {
  readonly signal: AbortSignal;
  /** Told how much earlier attempts found. */
  onBegin(kept: number): void;
  onFault(error: unknown): void;
}

/** Why a job is to be begun again. Only a failure counts as an attempt. */
export interface JobAgain {
  readonly again: 'failed' | 'interrupted' | 'busy';
  readonly error?: unknown;
}

export type JobRun = JobEnd | JobAgain;

/** Does one job, going on where earlier attempts ended. Throws where the database fails. */
export async function runJob(
  job: ClaimedJob,
  lease: Lease,
  services: JobServices,
  watch: JobWatch,
): Promise<JobRun> {
  const { leases } = services.store;
  if (job.request === undefined)
    return failed(new ServiceError('ERR_INTERNAL', 'the job cannot be decrypted'));
  if (job.attempts > MOST_ATTEMPTS) {
    return failed(
      new ServiceError('ERR_INTERNAL', `the job was given up after ${MOST_ATTEMPTS} attempts that failed`),
    );
  }
  const [audio, found] = await Promise.all([leases.audio(job.id), leases.work(job.id)]);
  watch.onBegin(found.size);
  const last = job.attempts === MOST_ATTEMPTS;
  try {
    const call = restoreCall(job, job.request, audio, services.config);
    requireEmotion(call.classifiers, services.recognition.emotion);
    const keeping = keeper(lease, found, services, watch);
    const end = await recognizeAll(call, services, keeping.log, watch);
    await keeping.settled();
    return 'again' in end && end.again === 'failed' && last && end.end ? end.end : end;
  } catch (error) {
    if (watch.signal.aborted) return { again: 'interrupted' };
    if (error instanceof ServiceError) {
      // No engine process is up; that is no fault of the job.
      return error.code === 'ERR_BUSY' ? { again: 'busy', error } : failed(error);
    }
    if (!last) return { again: 'failed', error };
    watch.onFault(error);
    return failed(failureOf(error));
  }
}

/** Some of what was found may be missing in the end; it is found again then. */
function keeper(
  lease: Lease,
  found: ReadonlyMap<string, Buffer>,
  { store }: JobServices,
  { onFault }: JobWatch,
): { readonly log: WorkLog; settled(): Promise<unknown> } {
  const writing = new Set<Promise<void>>();
  const keep: WorkLog['keep'] = (name, bytes, share) => {
    // The last percent is the writing of the results.
    const progress = Math.min(99, Math.floor(share * 100));
    const kept = store.leases.keepWork(lease, { name, bytes, progress }).catch(onFault);
    writing.add(kept);
    void kept.then(() => writing.delete(kept));
  };
  return { log: { found, keep }, settled: () => Promise.all(writing) };
}

async function recognizeAll(
  call: RecognitionCall,
  services: JobServices,
  log: WorkLog,
  watch: JobWatch,
): Promise<JobRun & { readonly end?: JobEnd }> {
  const seconds = await lengthOf(call, services.engine, watch.signal);
  const engine = new KeptWork(services.engine, log, seconds);
  const recognition = {
    ...services.recognition,
    recognizer: new Recognizer(engine),
    diarizer: new Diarizer(engine),
  };
  const { results, record } = await recognizeCall(call, { ...services, recognition }, watch);
  const statuses = results.map(({ result_status }) => result_status);
  if (watch.signal.aborted || statuses.includes('CANCELED')) return { again: 'interrupted' };
  const end: JobEnd = {
    state: 'done',
    outcome: writeResults(results),
    audioMs: milliseconds(seconds),
    ...(record && { bill: record }),
  };
  // An engine process died; another attempt finds what is missing.
  return statuses.includes('FAILURE') ? { again: 'failed', end } : end;
}

async function lengthOf({ audio }: RecognitionCall, engine: Engine, signal: AbortSignal): Promise<number> {
  try {
    return (
      await engine.run('measure-audio', { audio }, { signal, continues: 'behind', deadlineMs: DEADLINE_MS })
    ).seconds;
  } catch (error) {
    const ended = engineEnded(error);
    throw ended instanceof RecognitionEnded ? error : ended;
  }
}

function failed(error: ServiceError): JobEnd {
  return { state: 'failed', outcome: writeFailure(error) };
}
