import { setTimeout as sleep } from 'node:timers/promises';
import { get, post, processesOf, remove, type ServerAddress } from '../call/server-client.ts';
import { CommandError } from '../usage-error.ts';
import type { FileRecognizer } from './file-recognizer.ts';
import type { Recipe } from './recipe.ts';
import { MOST_BYTES, requestFor, resultsIn } from './server-recognizer.ts';

const PATH = '/asr/rest/v3/jobs';
const ASK_MS = 500;
const CANCEL_MS = 5000;

interface Job {
  readonly id: string;
  readonly state: string;
  readonly progress: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Recognises files on a server, in the background there. Whoever interrupts it cancels its jobs. */
export async function jobRecognizer(
  server: ServerAddress,
  recipe: Recipe,
  signal: AbortSignal,
): Promise<FileRecognizer> {
  const paths = new WeakMap<object, string>();
  const cancel = (path: string) => remove(server, path, AbortSignal.timeout(CANCEL_MS));
  return {
    atOnce: await processesOf(server, signal),
    mostBytes: MOST_BYTES,
    stored(results) {
      const path = paths.get(results);
      return path === undefined
        ? undefined
        : { url: `${server.url}${path}/result`, remove: () => cancel(path) };
    },
    async recognize(audio, mediaType, watch) {
      const request = requestFor(PATH, recipe, audio, mediaType);
      const job = jobIn(server, await post(server, request, watch.signal));
      const path = `${PATH}/${job.id}`;
      try {
        await over(server, path, job, watch);
        const results = resultsIn(server, await get(server, `${path}/result`, watch.signal));
        paths.set(results, path);
        return results;
      } catch (error) {
        // Nobody wants it any more.
        await cancel(path);
        throw error;
      }
    },
  };
}

async function over(
  server: ServerAddress,
  path: string,
  first: Job,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(percent: number): void },
): Promise<void> {
  for (let job = first; job.state !== 'done'; job = jobIn(server, await get(server, path, signal))) {
    if (job.error) throw new CommandError(`${job.error.message} (${job.error.code})`);
    if (job.state === 'canceled') throw new CommandError('somebody canceled the job');
    onProgress(job.progress);
    await sleep(ASK_MS, undefined, { signal });
  }
}

function jobIn({ url }: ServerAddress, answer: unknown): Job {
  const job = answer as Partial<Job> | null;
  if (typeof job?.id !== 'string' || typeof job.state !== 'string') {
    throw new CommandError(`the answer of ${url} is no job`);
  }
  return job as Job;
}
