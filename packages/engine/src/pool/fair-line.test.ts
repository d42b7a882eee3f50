import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairLine } from './fair-line.ts';
import { PoolJob } from './pool-job.ts';

let lastId = 0;
function jobOf(client: string, continues = false): PoolJob {
  const request = { id: ++lastId, kind: 'test', input: null, deadlineMs: 1000, client, continues };
  return new PoolJob({ ...request, onPartial: undefined }, () => {});
}

function lineOf(...clients: string[]): FairLine {
  const line = new FairLine();
  for (const client of clients) line.push(jobOf(client));
  return line;
}

/** Runs jobs one after the other on one process; whose they are. */
function served(line: FairLine, count: number, msOf: (client: string) => number = () => 10): string[] {
  return Array.from({ length: count }, () => {
    const job = line.take()!;
    line.end(job, msOf(job.request.client));
    return job.request.client;
  });
}

describe('a fair line', () => {
  it('serves one client in the order of its jobs', () => {
    const line = new FairLine();
    const jobs = Array.from({ length: 5 }, () => jobOf('a'));
    for (const job of jobs) line.push(job);
    expect(jobs.map(() => line.take())).toEqual(jobs);
    expect(line.take()).toBe(undefined);
  });

  it('passes over jobs that do not fit, and clients that have none', () => {
    const line = new FairLine();
    const jobs = [jobOf('a'), jobOf('b'), jobOf('b')];
    for (const job of jobs) line.push(job);
    expect(line.take((job) => job === jobs[2])).toBe(jobs[2]);
    expect(line.take(() => false)).toBe(undefined);
    expect(line.length).toBe(2);
  });

  it('serves a client that comes after a hundred jobs of another next', () => {
    const line = lineOf(...Array<string>(100).fill('a'));
    served(line, 3);
    line.push(jobOf('b'));
    expect(served(line, 2)).toContain('b');
  });

  it('shares by time, not by jobs', () => {
    const line = lineOf(...Array<string>(20).fill('long'), ...Array<string>(20).fill('short'));
    const order = served(line, 22, (client) => (client === 'long' ? 100 : 10));
    expect(order.filter((client) => client === 'long')).toHaveLength(2);
  });

  it('gives the next process to the client with the fewest running jobs', () => {
    const line = lineOf('a', 'a', 'a', 'b');
    const [first, second] = [line.take()!, line.take()!];
    expect([first.request.client, second.request.client].sort()).toEqual(['a', 'b']);
  });

  it('lets no client catch up for the time when it was away', () => {
    const line = lineOf(...Array<string>(20).fill('a'));
    served(line, 10, () => 1000);
    for (let n = 0; n < 10; n++) line.push(jobOf('b'));
    expect(served(line, 6).filter((client) => client === 'b')).toHaveLength(3);
  });

  it('remembers what a client has had that leaves and comes back while others wait', () => {
    const line = lineOf('long', ...Array<string>(10).fill('short'));
    expect(served(line, 1, () => 1000)).toEqual(['long']);
    line.push(jobOf('long'));
    expect(served(line, 8)).not.toContain('long');
  });

  it('displaces the newest job of the client with the most, unless that would be the one who comes', () => {
    const line = new FairLine();
    const jobs = [jobOf('a'), jobOf('a'), jobOf('a', true)];
    for (const job of jobs) line.push(job);
    expect(line.displacedBy('a')).toBe(undefined);
    expect(line.displacedBy('b')).toBe(jobs[1]);
    line.push(jobOf('b'));
    expect(line.displacedBy('b')).toBe(undefined);
  });

  it('keeps every job exactly once, whatever happens', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('push' as const), client: fc.constantFrom('a', 'b', 'c', '') }),
      fc.record({ do: fc.constantFrom('take', 'end', 'remove') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const line = new FairLine();
        const [waiting, running]: PoolJob[][] = [[], []];
        for (const each of steps) {
          if (each.do === 'push') {
            const job = jobOf((each as { client: string }).client);
            line.push(job);
            waiting!.push(job);
          } else if (each.do === 'take') {
            const job = line.take();
            expect(job === undefined).toBe(waiting!.length === 0);
            if (!job) continue;
            // The oldest of its client.
            expect(waiting!.find((other) => other.request.client === job.request.client)).toBe(job);
            running!.push(waiting!.splice(waiting!.indexOf(job), 1)[0]!);
          } else if (each.do === 'end') {
            const job = running!.pop();
            if (job) line.end(job, 5);
          } else {
            const job = waiting!.pop();
            if (job) expect([line.remove(job), line.remove(job)]).toEqual([true, false]);
          }
          expect(line.length).toBe(waiting!.length);
        }
        expect(line.takeAll()).toEqual(waiting);
        expect(line.length).toBe(0);
      }),
    );
  });
});
