import { curve } from './accuracy-rates.ts';
import type { Scores } from './accuracy-trials.ts';

const [width, height, left, top, side] = [640, 600, 70, 40, 480];
const colours = ['#0b6e99', '#c4462c', '#4d8b31', '#8a4fa3'];
const marks = [0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4];
const [least, most] = [0.0005, 0.5];

/** Both rates on scales where scores that are normally spread give straight lines. */
const place = (rate: number) => {
  const bounded = Math.min(most, Math.max(least, rate));
  return (probit(bounded) - probit(least)) / (probit(most) - probit(least));
};
const x = (rate: number) => left + place(rate) * side;
const y = (rate: number) => top + (1 - place(rate)) * side;

/** How many right people are rejected over how many others are accepted, at every threshold. Dashed: the reference. */
export function drawDet(series: Readonly<Record<string, { ours: Scores; plain: Scores }>>): string {
  const grid = marks.flatMap((mark) => [
    line([x(least), y(mark)], [x(most), y(mark)]),
    line([x(mark), y(least)], [x(mark), y(most)]),
    text(left - 8, y(mark) + 4, `${100 * mark}`, 'text-anchor="end"'),
    text(x(mark), top + side + 18, `${100 * mark}`, 'text-anchor="middle"'),
  ]);
  const curves = Object.entries(series).flatMap(([name, { ours, plain }], n) => {
    const colour = colours[n % colours.length]!;
    return [
      polyline(ours, `stroke="${colour}" stroke-width="1.8"`),
      polyline(plain, `stroke="${colour}" stroke-dasharray="5 4"`),
      text(left + side - 8, top + 20 + 18 * n, name, `text-anchor="end" fill="${colour}"`),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="background:#fff">`,
    text(left, 22, 'Right people rejected over others accepted, percent; dashed: plain cosine'),
    ...grid,
    `<polyline fill="none" stroke="#888" stroke-dasharray="2 4" points="${x(least)},${y(least)} ${x(most)},${y(most)}"/>`,
    ...curves,
    text(left + side / 2, top + side + 44, 'others accepted, %', 'text-anchor="middle"'),
    '</svg>',
    '',
  ].join('\n');
}

function polyline(scores: Scores, style: string): string {
  const points = curve(scores).map(
    ({ falseAccepts, falseRejects }) => `${x(falseAccepts).toFixed(1)},${y(falseRejects).toFixed(1)}`,
  );
  return `<polyline fill="none" ${style} points="${[...new Set(points)].join(' ')}"/>`;
}

function line(from: readonly [number, number], to: readonly [number, number]): string {
  return `<polyline fill="none" stroke="#ddd" points="${from.join(',')} ${to.join(',')}"/>`;
}

function text(px: number, py: number, words: string, more = ''): string {
  return `<text x="${px}" y="${py}" font-size="12" font-family="sans-serif" ${more}>${words}</text>`;
}

/** The inverse of the normal distribution, by halving: a picture needs no more than three digits. */
function probit(share: number): number {
  let [low, high] = [-6, 6];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (normal(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}

/** Abramowitz and Stegun 26.2.17, to seven digits. */
function normal(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const density = Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);
  const factors = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
  const tail = density * factors.reduce((sum, factor) => (sum + factor) * t, 0);
  return value > 0 ? 1 - tail : tail;
}
