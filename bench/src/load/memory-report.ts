import { colour, line, type Point, picture, text } from '../plot.ts';
import { table } from '../table.ts';
import type { ProcessMemory } from './memory-watch.ts';
import { slope } from './slope.ts';

/** Caches and heaps fill up in the first fifth of a run. */
const WARM_UP = 0.2;
/** More cannot be told apart in the picture. */
const MOST_POINTS = 320;
const [LEFT, TOP, WIDTH, HEIGHT] = [60, 40, 640, 300];

function settled({ samples }: ProcessMemory, seconds: number): Point[] {
  return samples.filter(([at]) => at >= WARM_UP * seconds);
}

function thinned(samples: readonly Point[]): Point[] {
  const step = Math.ceil(samples.length / MOST_POINTS);
  return samples.filter((_, n) => n % step === 0);
}

/** The memory of each process, and by how much it grows an hour once it is warm. */
export function memoryTable(processes: readonly ProcessMemory[], seconds: number): string {
  const rows = processes.map((process) => {
    const megabytes = process.samples.map(([, mb]) => mb);
    const growth = slope(settled(process, seconds)) * 3600;
    const shown = Number.isNaN(growth) ? '–' : growth.toFixed(0);
    const figures = [megabytes[0]!, Math.max(...megabytes), megabytes.at(-1)!].map((mb) => mb.toFixed(0));
    return [process.name, process.samples.length, ...figures, shown];
  });
  return table([['process', 'samples', 'first MB', 'most MB', 'last MB', 'slope MB/h'], ...rows]);
}

export function memoryPicture(processes: readonly ProcessMemory[], seconds: number): string {
  const most = Math.max(1, ...processes.flatMap(({ samples }) => samples.map(([, mb]) => mb)));
  const top = 100 * Math.ceil(most / 100);
  const at = ([x, y]: Point): Point => [LEFT + (WIDTH * x) / seconds, TOP + HEIGHT * (1 - y / top)];
  const level = (mb: number) => {
    const [x, y] = at([0, mb]);
    const across = line([at([0, mb]), at([seconds, mb])], 'stroke="#ddd"');
    return [across, text(x - 8, y + 4, String(mb), 'text-anchor="end"')];
  };
  const levels = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => level(Math.round(part * top)));
  const curves = processes.flatMap(({ name, samples }, n) => [
    line(thinned(samples).map(at), `stroke="${colour(n)}"`),
    text(LEFT + 12 + (n % 3) * 210, TOP + HEIGHT + 42 + 18 * Math.floor(n / 3), name, `fill="${colour(n)}"`),
  ]);
  const label = text(
    LEFT + WIDTH,
    TOP + HEIGHT + 20,
    `${(seconds / 60).toFixed(1)} minutes`,
    'text-anchor="end"',
  );
  return picture(
    LEFT + WIDTH + 20,
    TOP + HEIGHT + 60 + 18 * Math.floor(processes.length / 3),
    'Resident megabytes under load',
    [...levels, ...curves, label],
  );
}
