import { readFileSync } from 'node:fs';
import type { BenchServer } from '../bench-server.ts';
import type { Point } from '../plot.ts';

export interface ProcessMemory {
  readonly name: string;
  readonly pid: number;
  /** Seconds since the start, and resident megabytes. */
  readonly samples: readonly Point[];
}

/** Samples the resident memory of a server's processes, every second. Linux only: elsewhere there are no samples. */
export class MemoryWatch {
  readonly #server: BenchServer;
  readonly #processes = new Map<number, { name: string; pid: number; samples: Point[] }>();
  readonly #begun = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(server: BenchServer, everyMs = 1000) {
    this.#server = server;
    this.#timer = setInterval(() => this.#sample(), everyMs);
    this.#sample();
  }

  end(): ProcessMemory[] {
    clearInterval(this.#timer);
    return [...this.#processes.values()];
  }

  #sample(): void {
    const seconds = (performance.now() - this.#begun) / 1000;
    for (const pid of [this.#server.pid, ...this.#server.engines()]) {
      const megabytes = residentMb(pid);
      if (megabytes === undefined) continue;
      const name = pid === this.#server.pid ? 'main process' : `engine process ${pid}`;
      const known = this.#processes.get(pid) ?? { name, pid, samples: [] };
      known.samples.push([seconds, megabytes]);
      this.#processes.set(pid, known);
    }
  }
}

export function residentMb(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kibibytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
    return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}
