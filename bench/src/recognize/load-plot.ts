import { colour, dot, line, type Point, picture, text } from '../plot.ts';

/** What a number of clients at once got of a server. */
export interface LoadPoint {
  readonly clients: number;
  /** Seconds of speech a second, all clients together. */
  readonly speed: number;
  readonly p50: number;
  readonly p95: number;
}

const [WIDTH, HEIGHT, TOP, GAP] = [320, 220, 60, 100];

interface Curve {
  readonly name: string;
  readonly value: (point: LoadPoint) => number;
}

/** Speed and time of answers over the number of clients, side by side. */
export function drawLoad(title: string, points: readonly LoadPoint[]): string {
  const speed: Curve = { name: 'all clients together', value: (point) => point.speed };
  const median: Curve = { name: 'half of the answers', value: (point) => point.p50 };
  const most: Curve = { name: '95 % of the answers', value: (point) => point.p95 };
  return picture(2 * WIDTH + 2 * GAP, HEIGHT + TOP + 60, title, [
    ...panel(60, 'Seconds of speech recognised a second', points, [speed]),
    ...panel(60 + WIDTH + GAP, 'Milliseconds until the answer', points, [median, most]),
  ]);
}

function panel(
  left: number,
  heading: string,
  points: readonly LoadPoint[],
  curves: readonly Curve[],
): string[] {
  const highest = Math.max(...curves.flatMap(({ value }) => points.map(value)));
  const step = roundStep(highest / 4);
  const top = step * Math.ceil(highest / step);
  const x = (index: number) => left + (index * WIDTH) / Math.max(1, points.length - 1);
  const y = (value: number) => TOP + HEIGHT * (1 - value / top);
  const levels = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step);
  return [
    text(left, TOP - 16, heading),
    ...levels.flatMap((level) => [
      line(
        [
          [left, y(level)],
          [left + WIDTH, y(level)],
        ],
        'stroke="#ddd"',
      ),
      text(left - 8, y(level) + 4, String(level), 'text-anchor="end"'),
    ]),
    ...points.map(({ clients }, index) =>
      text(x(index), TOP + HEIGHT + 18, String(clients), 'text-anchor="middle"'),
    ),
    text(left + WIDTH / 2, TOP + HEIGHT + 40, 'clients at once', 'text-anchor="middle"'),
    ...curves.flatMap(({ name, value }, n) => {
      const places = points.map((point, index): Point => [x(index), y(value(point))]);
      return [
        line(places, `stroke="${colour(n)}" stroke-width="2"`),
        ...places.map((place) => dot(place, 3, `fill="${colour(n)}"`)),
        text(left + 12, TOP + 18 + 18 * n, name, `fill="${colour(n)}"`),
      ];
    }),
  ];
}

/** 1, 2 or 5 times a power of ten, not below the value. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((each) => each * power >= value) ?? 10);
}
