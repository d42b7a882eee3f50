import type { FetchEvent } from './fetch-event.ts';

/** Shows a fetch to a person: give `onProgress` and `log` to the fetch, and call `stop` when it ends. */
export interface Progress {
  onProgress(event: FetchEvent): void;
  log(message: string): void;
  stop(): void;
}

const QUIET_MS = 3000;

/** Bars on a terminal, plain lines anywhere else. */
export async function showProgress(out: NodeJS.WriteStream): Promise<Progress> {
  return out.isTTY ? barProgress(out) : lineProgress((line) => out.write(`${line}\n`));
}

/** At most one line every few seconds while bytes come, and one for each finished file. */
export function lineProgress(write: (line: string) => void, now: () => number = Date.now): Progress {
  let last = now();
  return {
    onProgress(event) {
      if (event.kind === 'download') {
        if (now() - last < QUIET_MS) return;
        const percent = Math.floor((100 * event.done) / event.total);
        write(
          `${title(event.models)}: ${megabytes(event.done)} of ${megabytes(event.total)} MB (${percent} %)`,
        );
      } else {
        write(sentence(event));
      }
      last = now();
    },
    log: write,
    stop() {},
  };
}

async function barProgress(out: NodeJS.WriteStream): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress');
  const bars = new cliProgress.MultiBar(
    {
      stream: out,
      format: '{title} {bar} {doneMb}/{totalMb} MB  {eta_formatted} left',
      barsize: 30,
      hideCursor: true,
      etaBuffer: 50,
    },
    cliProgress.Presets.shades_classic,
  );
  const byTitle = new Map<string, ReturnType<typeof bars.create>>();
  function say(line: string): void {
    if (byTitle.size === 0) return void out.write(`${line}\n`);
    bars.log(`${line}\n`);
    // Otherwise the line waits for the next redraw, which never comes when this was the last thing to say.
    bars.update();
  }
  return {
    onProgress(event) {
      if (event.kind !== 'download') return say(sentence(event));
      const name = title(event.models);
      const payload = { title: name, doneMb: megabytes(event.done), totalMb: megabytes(event.total) };
      const bar = byTitle.get(name) ?? bars.create(event.total, 0, payload);
      byTitle.set(name, bar);
      bar.update(event.done, payload);
    },
    log: say,
    stop: () => bars.stop(),
  };
}

function sentence(event: Exclude<FetchEvent, { kind: 'download' }>): string {
  if (event.kind === 'file') return `${event.model}: ${event.file} is in place (${megabytes(event.size)} MB)`;
  return event.kind === 'preparing' ? `${event.model}: preparing its graphs` : `${event.model}: prepared`;
}

function title(models: readonly string[]): string {
  return models.join(' + ');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
