import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../random.ts';
import type { RequestMaker } from './load-request.ts';
import { type Outcome, send } from './send.ts';

/** Requests of one client, which come whether or not those before are answered. */
export interface Stream {
  readonly client: string;
  readonly token: string;
  readonly makers: readonly RequestMaker[];
  readonly perSecond: number;
}

export interface ClientOutcome extends Outcome {
  readonly client: string;
}

let requests = 0;

/** Sends requests at random moments (a Poisson process) and returns when the last one is answered. */
export async function drive(
  url: string,
  { client, token, makers, perSecond }: Stream,
  seconds: number,
  seed: number,
): Promise<ClientOutcome[]> {
  const random = randomNumbers(seed);
  const pending: Promise<ClientOutcome>[] = [];
  const begun = performance.now();
  for (let at = 0, n = 0; ; n++) {
    at += (-1000 * Math.log(1 - random())) / perSecond;
    if (at > 1000 * seconds) break;
    const ahead = begun + at - performance.now();
    if (ahead > 0) await sleep(ahead);
    const unique = requests++;
    const request = makers[n % makers.length]!(unique);
    pending.push(
      send(url, token, request, `${client}-${unique}`).then((outcome) => ({ ...outcome, client })),
    );
  }
  return Promise.all(pending);
}
