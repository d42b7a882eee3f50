import { colour, line, Square } from '../plot.ts';
import { curve } from './accuracy-rates.ts';
import type { Scores } from './accuracy-trials.ts';

const [least, most] = [0.0005, 0.5];

/** How many right people are rejected over how many others are accepted, at every threshold. Dashed: the reference. */
export function drawDet(series: Readonly<Record<string, { ours: Scores; plain: Scores }>>): string {
  const square = new Square({
    title: 'Right people rejected over others accepted, percent; dashed: plain cosine',
    label: 'others accepted, %',
    marks: [0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4],
    // Scores that are normally spread give straight lines.
    place: (rate) => {
      const bounded = Math.min(most, Math.max(least, rate));
      return (probit(bounded) - probit(least)) / (probit(most) - probit(least));
    },
  });
  const points = (scores: Scores) =>
    curve(scores).map(({ falseAccepts, falseRejects }) => square.at(falseAccepts, falseRejects));
  const curves = Object.entries(series).flatMap(([name, { ours, plain }], n) => [
    line(points(ours), `stroke="${colour(n)}" stroke-width="1.8"`),
    line(points(plain), `stroke="${colour(n)}" stroke-dasharray="5 4"`),
    square.name(n, name, 'right'),
  ]);
  const diagonal = line([square.at(0, 0), square.at(1, 1)], 'stroke="#888" stroke-dasharray="2 4"');
  return square.draw([diagonal, ...curves]);
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
