import type { ErrorRates } from './rejection.ts';

const [width, height, left, top, side] = [560, 560, 60, 40, 440];
const MOST = 0.4;
const colours = ['#0b6e99', '#c4462c', '#4d8b31'];

const x = (share: number) => left + (Math.min(MOST, share) / MOST) * side;
const y = (share: number) => top + (1 - Math.min(MOST, share) / MOST) * side;

/** False rejects over false accepts as more or less is asked for; a dot where the engine is, a box where it must be. */
export function drawErrors(curves: Readonly<Record<string, readonly ErrorRates[]>>, now: ErrorRates): string {
  const text = (px: number, py: number, words: string, more = '') =>
    `<text x="${px}" y="${py}" font-size="12" font-family="sans-serif" ${more}>${words}</text>`;
  const line = (points: readonly (readonly [number, number])[], style: string) =>
    `<polyline fill="none" ${style} points="${points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')}"/>`;
  const grid = [0, 0.1, 0.2, 0.3, 0.4].flatMap((share) => [
    line(
      [
        [x(0), y(share)],
        [x(MOST), y(share)],
      ],
      'stroke="#ddd"',
    ),
    line(
      [
        [x(share), y(0)],
        [x(share), y(MOST)],
      ],
      'stroke="#ddd"',
    ),
    text(left - 8, y(share) + 4, `${100 * share}`, 'text-anchor="end"'),
    text(x(share), top + side + 18, `${100 * share}`, 'text-anchor="middle"'),
  ]);
  const lines = Object.entries(curves).flatMap(([name, rates], index) => [
    line(
      rates.map(({ falseAccepts, falseRejects }) => [x(falseAccepts), y(falseRejects)] as const),
      `stroke="${colours[index % colours.length]}" stroke-width="1.5"`,
    ),
    text(left + side - 120, top + 20 + 18 * index, name, `fill="${colours[index % colours.length]}"`),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="background:#fff">`,
    text(left, 22, 'False rejects over false accepts, percent'),
    ...grid,
    `<rect x="${x(0)}" y="${y(0.05)}" width="${x(0.1) - x(0)}" height="${y(0) - y(0.05)}" fill="#4d8b31" fill-opacity="0.15"/>`,
    ...lines,
    `<circle cx="${x(now.falseAccepts)}" cy="${y(now.falseRejects)}" r="5" fill="#c4462c"/>`,
    text(left + side / 2, top + side + 40, 'false accepts', 'text-anchor="middle"'),
    '</svg>',
    '',
  ].join('\n');
}
