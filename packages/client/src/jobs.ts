import { LocutorError } from './errors.ts';
import type { Audio } from './media.ts';
import type { CallOptions, RecognizeOptions } from './options.ts';
import { recognizeCall } from './recognize-call.ts';
import { wait } from './retry.ts';
import type { Transport } from './transport.ts';
import type { ErrorCode, Job, JobList, RecognitionResult } from './types.ts';

const PATH = '/asr/rest/v3/jobs';
const ASK_SECONDS = 1;

export interface JobOptions extends RecognizeOptions {
  /** Gets a signed POST when the job is over. */
  readonly callbackUrl?: string;
  /** Whether that carries the results. */
  readonly callbackResult?: boolean;
}

export interface WaitOptions extends CallOptions {
  /** Told of the state, about once a second. */
  readonly onState?: (job: Job) => void;
}

export interface JobListOptions extends CallOptions {
  /** Most jobs of a page; 100 by default. */
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: string;
}

/** Recognitions in the background of the server. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Resolves when the server has the job on disk. */
  async submit(audio: Audio, options: JobOptions = {}): Promise<Job> {
    const { callbackUrl, callbackResult, ...recognition } = options;
    const call = await recognizeCall(PATH, audio, recognition);
    return this.#transport.json({
      ...call,
      query: { ...call.query, callback_url: callbackUrl, callback_result: callbackResult },
    });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Job> {
    return this.#transport.json({ path: pathOf(id), signal });
  }

  /** The jobs of the credentials of this client, newest first; `next` is the `after` of the next page. */
  list({ signal, ...query }: JobListOptions = {}): Promise<JobList> {
    return this.#transport.json({ path: PATH, query, signal });
  }

  /** What RECOGNIZE would have answered. Throws ERR_JOB_NOT_DONE unless the job is done. */
  result(id: string, { signal }: CallOptions = {}): Promise<RecognitionResult[]> {
    return this.#transport.json({ path: `${pathOf(id)}/result`, signal });
  }

  /** Waits until the job is over, and gives its result. Throws the error of a job that failed. */
  async wait(id: string, { signal, onState }: WaitOptions = {}): Promise<RecognitionResult[]> {
    const call = signal ? { signal } : {};
    for (;;) {
      const job = await this.get(id, call);
      onState?.(job);
      if (job.error) throw new LocutorError(job.error.code as ErrorCode, job.error.message);
      if (job.state === 'done' || job.state === 'canceled') return this.result(id, call);
      await wait(ASK_SECONDS, signal);
    }
  }

  /** Cancels a job that is not finished; removes one that is. */
  async remove(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.request({ method: 'DELETE', path: pathOf(id), signal });
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
