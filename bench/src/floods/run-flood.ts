import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import type { FloodSocket } from './flood-socket.ts';
import type { Flood } from './floods.ts';

export interface FloodReport {
  readonly name: string;
  /** Milliseconds of each answer of /health/live on another connection. */
  readonly waits: readonly number[];
  /**
   * Milliseconds of processor time that the main thread of the server took between two answers: what a flood costs others,
   * whatever else the machine does. Empty where there is no /proc.
   */
  readonly held: readonly number[];
}

/** Answers of /health/live: at least, and at most. Of a flood that is not over by then the rest is not waited for. */
const ANSWERS = { least: 300, most: 1000 } as const;

/** Sends a flood, while another connection asks for /health/live again and again. */
export async function runFlood(
  flood: Flood,
  { url, pid }: { readonly url: string; readonly pid: number },
  { least, most }: { readonly least: number; readonly most: number } = ANSWERS,
): Promise<FloodReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets: FloodSocket[] = [];
  const [waits, held]: [number[], number[]] = [[], []];
  let over = false;
  const send = async () => {
    const socket = await flood.open(url);
    sockets.push(socket);
    await flood.send(socket);
  };
  await live(url, agent);
  let before = mainThreadMs(pid);
  const sent = Promise.all(Array.from({ length: flood.connections ?? 1 }, send));
  sent.then(
    () => {
      over = true;
    },
    () => {},
  );
  try {
    while (waits.length < (over ? least : most)) {
      const asked = performance.now();
      await live(url, agent);
      waits.push(performance.now() - asked);
      const now = mainThreadMs(pid);
      if (before !== undefined && now !== undefined) held.push(now - before);
      before = now;
    }
    return { name: flood.name, waits, held };
  } finally {
    agent.destroy();
    for (const socket of sockets) socket.end();
    await sent;
  }
}

/** Processor time of the thread that started a process; undefined where there is no /proc. */
function mainThreadMs(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

function live(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/health/live`, { agent }, (answer) => {
      answer.resume().once('end', resolve);
    }).once('error', reject);
  });
}
