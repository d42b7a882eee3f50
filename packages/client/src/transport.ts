import { aborted, LocutorError, type LocutorErrorCode } from './errors.ts';
import { isStream } from './media.ts';
import type { LocutorOptions } from './options.ts';
import type { OnProgress } from './progress.ts';
import { retryAfter, wait } from './retry.ts';
import { send } from './send.ts';

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: BodyInit;
  readonly signal?: AbortSignal | undefined;
  /** Of a POST. Default: a new one. */
  readonly idempotencyKey?: string | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Statuses that are an answer although they are no success. */
  readonly accepts?: readonly number[];
}

/** Sends requests, again where the server has no room, and makes errors of what is no success. */
export class Transport {
  readonly #options: LocutorOptions;
  readonly #base: string;

  constructor(options: LocutorOptions) {
    this.#options = options;
    this.#base = options.url.replace(/\/+$/, '');
  }

  async json<Answer>(call: Call): Promise<Answer> {
    return this.#read(call, async (answer) => (await answer.json()) as Answer);
  }

  async text(call: Call): Promise<string> {
    return this.#read(call, (answer) => answer.text());
  }

  async #read<Result>(call: Call, read: (answer: Response) => Promise<Result>): Promise<Result> {
    const answer = await this.request(call);
    try {
      return await read(answer);
    } catch (error) {
      if (call.signal?.aborted) throw aborted(error);
      const code = error instanceof SyntaxError ? 'ERR_UNEXPECTED_ANSWER' : 'ERR_NETWORK';
      throw new LocutorError(code, `the answer cannot be read: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  async request(call: Call): Promise<Response> {
    const { retries = 3, maxWaitSeconds = 30 } = this.#options;
    const { method = 'GET', body, signal, accepts = [] } = call;
    // A stream that was read once is gone.
    const attempts = isStream(body) ? 1 : retries + 1;
    const request = { method, url: this.#url(call), headers: this.#headers(call), body, signal };
    for (let attempt = 1; ; attempt++) {
      const answer = await send(request, call.onProgress);
      if (answer.ok || accepts.includes(answer.status)) return answer;
      const seconds = answer.status === 503 ? retryAfter(answer) : undefined;
      if (seconds === undefined || attempt >= attempts || seconds > maxWaitSeconds)
        throw await failure(answer);
      await answer.body?.cancel();
      await wait(seconds, signal);
    }
  }

  #url({ path, query = {} }: Call): string {
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => (each === undefined ? [] : [[name, String(each)]])),
    );
    const text = new URLSearchParams(pairs).toString();
    return `${this.#base}${path}${text === '' ? '' : `?${text}`}`;
  }

  #headers({ method, headers = {}, idempotencyKey }: Call): Record<string, string> {
    const sent: Record<string, string> = {};
    // The same for every attempt: what was done already is not done, and billed, again.
    if (method === 'POST')
      sent['Idempotency-Key'] = headerText('Idempotency-Key', idempotencyKey ?? newKey());
    if (this.#options.token) sent.Authorization = `Bearer ${this.#options.token}`;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) sent[name] = headerText(name, String(value));
    }
    return sent;
  }
}

/** Browsers have randomUUID on secure pages only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Headers hold bytes; the server reads them as UTF-8. */
function headerText(name: string, text: string): string {
  if (/[\r\n\0]/.test(text)) {
    throw new LocutorError('ERR_INVALID_PARAMETER', `${name}: a header has no line breaks`);
  }
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

async function failure(answer: Response): Promise<LocutorError> {
  const details = {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfter(answer),
  };
  const body = (await answer.json().catch(() => undefined)) as
    | { code?: LocutorErrorCode; message?: string; transaction_id?: string }
    | undefined;
  if (typeof body?.code !== 'string' || typeof body.message !== 'string') {
    return new LocutorError('ERR_UNEXPECTED_ANSWER', `the answer has the status ${answer.status}`, details);
  }
  return new LocutorError(body.code, body.message, { ...details, transactionId: body.transaction_id });
}
