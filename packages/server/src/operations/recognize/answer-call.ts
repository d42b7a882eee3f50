import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientGone } from '../../http/client.ts';
import type { FirstAnswer, Keep, KeyedRequests } from '../idempotency/keyed-requests.ts';
import type { RecognitionResult } from '../results/result.ts';
import type { Watch } from './recognize.ts';
import { callHash, type RecognitionCall } from './request.ts';
import { type RecognizeServices, serveCall } from './serve-call.ts';

/** Longer results are not kept for a day; who repeats the request has them recognised again, unbilled. */
const MOST_KEPT = 1024 ** 2;

/** A recognition that is billed, where somebody pays for it. */
export interface BilledCall {
  readonly results: readonly RecognitionResult[];
  readonly transactionId: string | undefined;
}

type Results = readonly RecognitionResult[];

/** Recognises and bills a call: once for its `Idempotency-Key`, where it names an account. */
export async function answerCall(
  call: RecognitionCall,
  { keyed, ...services }: RecognizeServices & { readonly keyed: KeyedRequests },
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  onResult?: Watch['onResult'],
): Promise<BilledCall> {
  const { request, reply } = exchange;
  const run = async (keep?: Keep): Promise<BilledCall> => {
    const { results, bill } = await serveCall(call, services, exchange, onResult);
    const transactionId = await bill(keep?.((id: string) => kept(hash, id, results)));
    return { results, transactionId };
  };
  if (call.parameters['license.manager.accountTag'] === '') return run();
  const hash = await callHash(request.routeOptions.url, call);
  return keyed.answer<Results, BilledCall>(
    { request, reply, signal: clientGone(reply.raw) },
    {
      run,
      matches: (first) => first === hash,
      async again({ body, transactionId }) {
        const results = body ?? (await serveCall(call, services, exchange, onResult)).results;
        return { results, transactionId };
      },
    },
  );
}

function kept(request: string, transactionId: string, results: Results): FirstAnswer<Results> {
  const fits = JSON.stringify(results).length <= MOST_KEPT;
  return { request, transactionId, ...(fits && { body: results }) };
}
