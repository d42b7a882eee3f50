import { Bus } from './bus.ts';
import type { BusOptions } from './bus-options.ts';
import { type Advert, readAdvert } from './shapes.ts';
import { ADVERTS, ROLL_CALL } from './subjects.ts';

/** Workers answer a roll call at once, and advertise every second anyway. */
const LISTEN_MS = 2500;

/** Who is on the bus now, for a person. `reason` where it cannot be reached. */
export async function askWorkers(
  options: BusOptions,
  listenMs = LISTEN_MS,
): Promise<{ reason: string | undefined; workers: Advert[] }> {
  const bus = new Bus(options);
  const workers = new Map<string, Advert>();
  bus.subscribe(ADVERTS, (data) => {
    const advert = readAdvert(data);
    if (advert) workers.set(advert.id, advert);
  });
  // One attempt, which succeeds or says why not.
  const attempted = new Promise<void>((resolve) => bus.onChange(() => resolve()));
  bus.start();
  await attempted;
  if (bus.state.connected) {
    bus.publish(ROLL_CALL, new Uint8Array());
    await elapsed(listenMs);
  }
  const { reason } = bus.state;
  await bus.close();
  return { reason, workers: [...workers.values()].filter(({ leaving }) => !leaving) };
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
