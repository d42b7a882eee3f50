import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestMaker } from './load-request.ts';
import { send } from './send.ts';

/** Requests of the mix that the server answers a second while `clients` ask without a pause. */
export async function capacity(
  url: string,
  token: string,
  makers: readonly RequestMaker[],
  clients: number,
  seconds: number,
): Promise<number> {
  const begun = performance.now();
  let asked = 0;
  let answered = 0;
  const client = async () => {
    while (performance.now() - begun < 1000 * seconds) {
      const unique = asked++;
      const { verdict, why } = await send(url, token, makers[unique % makers.length]!(unique), `c${unique}`);
      if (verdict === 'refused') {
        // More clients than places in the queue.
        await sleep(100);
        continue;
      }
      if (verdict !== 'right') throw new Error(`while the capacity was measured: ${verdict} ${why}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (1000 * answered) / (performance.now() - begun);
}
