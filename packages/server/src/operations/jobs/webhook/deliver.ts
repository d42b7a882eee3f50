import { LoadFailure } from '../../../grammars/load-failure.ts';
import { Connection } from '../../../grammars/web/connection.ts';
import type { DueWebhook } from '../../../store/index.ts';
import { jobAnswer } from '../job-answer.ts';
import { readResults } from '../outcome.ts';
import type { Callback, CallbackPolicy } from './callback.ts';
import { signedHeaders } from './sign.ts';

const ATTEMPT_MS = 15_000;
/** The receiver does not want any more of them. */
const GONE = 410;

export interface DeliverOptions {
  readonly policy: CallbackPolicy;
  readonly secret: string;
  readonly retentionHours: number;
}

/** What became of one attempt; a reason holds no address, because addresses may hold secrets. */
export type Delivery =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' | 'refused'; readonly reason: string };

/** Sends one webhook once. Redirects are not followed: the receiver was named by the client. */
export async function deliver(
  due: DueWebhook,
  { policy, secret, retentionHours }: DeliverOptions,
  signal: AbortSignal,
): Promise<Delivery> {
  const callback = JSON.parse(due.callback.toString()) as Callback;
  const body = JSON.stringify(payload(due, callback, retentionHours));
  const within = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]);
  let connection: Connection | undefined;
  try {
    const { url, addresses } = await policy.addresses(callback.url, within);
    connection = new Connection(url, addresses, { limits: { fetchMs: ATTEMPT_MS } });
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'locutor',
      ...signedHeaders(secret, { id: `job_${due.info.id}`, body, now: Date.now() }),
    };
    const { status } = await connection.post(url, body, headers, within);
    if (status >= 200 && status < 300) return { kind: 'delivered' };
    return { kind: status === GONE ? 'refused' : 'failed', reason: `status ${status}` };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { kind: 'failed', reason: error instanceof LoadFailure ? error.message : (code ?? name) };
  } finally {
    connection?.close();
  }
}

function payload({ info, outcome }: DueWebhook, { withResult }: Callback, retentionHours: number) {
  const results = withResult && info.state === 'done' && outcome ? readResults(outcome) : undefined;
  return {
    type: `job.${info.state}`,
    timestamp: info.finishedAt!.toISOString(),
    data: { ...jobAnswer({ info, outcome }, retentionHours), ...(results && { results }) },
  };
}
