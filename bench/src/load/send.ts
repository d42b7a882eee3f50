import type { LoadRequest } from './load-request.ts';

/** `refused`: 503 with Retry-After. `lost`: no answer at all. */
export type Verdict = 'right' | 'refused' | 'wrong' | 'lost';

export interface Outcome {
  readonly kind: string;
  readonly status: number;
  readonly ms: number;
  readonly verdict: Verdict;
  /** What is wrong with the answer. */
  readonly why: string;
  readonly text: string;
}

/** Sends one request and judges its answer; never throws. */
export async function send(url: string, token: string, request: LoadRequest, id: string): Promise<Outcome> {
  const { kind, method, path, headers, body, check } = request;
  const begun = performance.now();
  const outcome = (verdict: Verdict, why: string, status = 0, text = ''): Outcome => {
    return { kind, status, ms: performance.now() - begun, verdict, why, text };
  };
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'x-request-id': id, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    const { status } = answer;
    const answered = answer.headers.get('x-request-id');
    if (answered !== id) return outcome('wrong', `the answer to ${answered} instead of ${id}`, status, text);
    if (status === 503) {
      const retry = answer.headers.get('retry-after');
      if (retry === null) return outcome('wrong', '503 without Retry-After', status, text);
      return outcome('refused', '', status, text);
    }
    const why = check({ status, text });
    return outcome(why === undefined ? 'right' : 'wrong', why ?? '', status, text);
  } catch (error) {
    const { message, cause } = error as Error;
    return outcome('lost', cause instanceof Error ? `${message}: ${cause.message}` : message);
  }
}
