/**
 * A queue in front of c equal servers, with random arrivals and random service times (M/M/c). Recognitions of turns are
 * less random than that, so waits are rather shorter in practice.
 */
export interface Queue {
  /** Arrivals a second. */
  readonly arrivals: number;
  /** Seconds of one. */
  readonly service: number;
  readonly servers: number;
}

export const utilisation = ({ arrivals, service, servers }: Queue): number => (arrivals * service) / servers;

/** The chance that an arrival has to wait (Erlang C); 1 where more arrives than is served. */
export function waitChance(queue: Queue): number {
  const load = queue.arrivals * queue.service;
  const busy = utilisation(queue);
  if (busy >= 1) return 1;
  // Erlang B, by its recursion: the direct formula overflows at 171 servers.
  let blocked = 1;
  for (let n = 1; n <= queue.servers; n++) blocked = (load * blocked) / (n + load * blocked);
  return blocked / (1 - busy * (1 - blocked));
}

/** The wait in seconds that only so small a share of arrivals exceeds. */
export function waitExceededBy(share: number, queue: Queue): number {
  const busy = utilisation(queue);
  if (busy >= 1) return Number.POSITIVE_INFINITY;
  const chance = waitChance(queue);
  if (chance <= share) return 0;
  return (Math.log(chance / share) * queue.service) / (queue.servers * (1 - busy));
}

/** The fewest servers that are busy for at most `most` of the time and let 1 % wait for at most `wait` seconds. */
export function serversFor(load: Omit<Queue, 'servers'>, most: number, wait: number): number {
  let servers = Math.max(1, Math.ceil((load.arrivals * load.service) / most));
  while (waitExceededBy(0.01, { ...load, servers }) > wait) servers++;
  return servers;
}
