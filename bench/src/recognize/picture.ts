import type { Bin } from './calibration.ts';

const [size, left, top, side] = [560, 60, 40, 440];
const colours = ['#0b6e99', '#c4462c', '#4d8b31'];

const x = (share: number) => left + share * side;
const y = (share: number) => top + (1 - share) * side;

/** What was, over what was said: on the dashed line a score says the chance of being right. */
export function drawReliability(series: Readonly<Record<string, readonly Bin[]>>): string {
  const text = (px: number, py: number, words: string, more = '') =>
    `<text x="${px}" y="${py}" font-size="12" font-family="sans-serif" ${more}>${words}</text>`;
  const line = (points: readonly (readonly [number, number])[], style: string) =>
    `<polyline fill="none" ${style} points="${points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')}"/>`;
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((share) => [
    line(
      [
        [x(0), y(share)],
        [x(1), y(share)],
      ],
      'stroke="#ddd"',
    ),
    line(
      [
        [x(share), y(0)],
        [x(share), y(1)],
      ],
      'stroke="#ddd"',
    ),
    text(left - 8, y(share) + 4, `${100 * share}`, 'text-anchor="end"'),
    text(x(share), top + side + 18, `${100 * share}`, 'text-anchor="middle"'),
  ]);
  const curves = Object.entries(series).flatMap(([name, bins], index) => {
    const colour = colours[index % colours.length]!;
    const filled = bins.filter(({ count }) => count > 0);
    return [
      line(
        filled.map(({ said, was }) => [x(said), y(was)] as const),
        `stroke="${colour}" stroke-width="1.5"`,
      ),
      ...filled.map(
        ({ said, was, count }) =>
          `<circle cx="${x(said).toFixed(1)}" cy="${y(was).toFixed(1)}" r="${Math.min(9, 1.5 + Math.sqrt(count) / 4).toFixed(1)}" fill="${colour}" fill-opacity="0.6"/>`,
      ),
      text(left + 12, top + 20 + 18 * index, name, `fill="${colour}"`),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" style="background:#fff">`,
    text(left, 22, 'Percent of words that are right, over the score; larger dots have more words or texts'),
    ...grid,
    line(
      [
        [x(0), y(0)],
        [x(1), y(1)],
      ],
      'stroke="#888" stroke-dasharray="4 4"',
    ),
    ...curves,
    text(left + side / 2, top + side + 40, 'score', 'text-anchor="middle"'),
    '</svg>',
    '',
  ].join('\n');
}
