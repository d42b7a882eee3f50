import { basename } from 'node:path';
import type { WriteStream } from 'node:tty';
import cliProgress from 'cli-progress';
import type { Input } from './inputs.ts';

/** Shows a person how far the files are. */
export interface Progress {
  /** So many seconds, or percent of the file where that is known. */
  heard(input: Input, amount: number): void;
  finished(input: Input): void;
  /** Prints something else, which the bar must not be in the way of. */
  aside(print: () => void): void;
  stop(): void;
}

const SILENT: Progress = { heard() {}, finished() {}, aside: (print) => print(), stop() {} };

/** A bar over the files, and the seconds that are recognised; nothing where nobody watches. */
export function showProgress(
  inputs: readonly Input[],
  out: WriteStream,
  quiet: boolean,
  unit: 'seconds' | 'percent' = 'seconds',
): Progress {
  if (quiet || !out.isTTY) return SILENT;
  const several = inputs.length > 1;
  const inSeconds = several
    ? '{bar} {value}/{total} files  {clock} of audio recognised'
    : '{name}  {clock} recognised';
  const inPercent = several ? '{bar} {percentage} %  {done}/{files} files' : '{bar} {percentage} %  {name}';
  const bar = new cliProgress.SingleBar(
    {
      stream: out,
      format: unit === 'seconds' ? inSeconds : inPercent,
      barsize: 30,
      hideCursor: true,
      clearOnComplete: true,
    },
    cliProgress.Presets.shades_classic,
  );
  const amounts = new Map<Input, number>();
  let done = 0;
  let running = false;
  const show = () => {
    const sum = [...amounts.values()].reduce((all, each) => all + each, 0);
    const payload = { clock: clock(sum), name: basename(inputs[0]!.name), done, files: inputs.length };
    const [value, total] = unit === 'seconds' ? [done, inputs.length] : [sum, 100 * inputs.length];
    // Not before: a model may still be fetched, with bars of its own.
    if (!running) bar.start(total, value, payload);
    else bar.update(value, payload);
    running = true;
  };
  const stop = () => {
    if (running) bar.stop();
    running = false;
  };
  return {
    heard(input, at) {
      amounts.set(input, at);
      show();
    },
    finished(input) {
      done++;
      if (unit === 'percent') amounts.set(input, 100);
      if (several) show();
    },
    aside(print) {
      // The bar goes back to where it began: it has to begin anew below what is printed.
      stop();
      print();
    },
    stop,
  };
}

/** `1:02:03` or `2:03`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
