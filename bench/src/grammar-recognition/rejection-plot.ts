import { colour, dot, line, Square } from '../plot.ts';
import type { ErrorRates } from './rejection.ts';

const MOST = 0.4;
/** What the engine must reach: false accepts and false rejects. */
const GOAL = [0.1, 0.05] as const;

/** False rejects over false accepts as more or less is asked for; a dot where the engine is, a box where it must be. */
export function drawErrors(curves: Readonly<Record<string, readonly ErrorRates[]>>, now: ErrorRates): string {
  const square = new Square({
    title: 'False rejects over false accepts, percent',
    label: 'false accepts',
    marks: [0, 0.1, 0.2, 0.3, 0.4],
    place: (share) => Math.min(MOST, share) / MOST,
  });
  const point = ({ falseAccepts, falseRejects }: ErrorRates) => square.at(falseAccepts, falseRejects);
  const lines = Object.entries(curves).flatMap(([name, rates], n) => [
    line(rates.map(point), `stroke="${colour(n)}" stroke-width="1.5"`),
    square.name(n, name, 'right'),
  ]);
  const [[left, top], [right, bottom]] = [square.at(0, GOAL[1]), square.at(GOAL[0], 0)];
  const box = `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="#4d8b31" fill-opacity="0.15"/>`;
  return square.draw([box, ...lines, dot(point(now), 5, 'fill="#c4462c"')]);
}
