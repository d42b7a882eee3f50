import { colour, dot, line, Square } from '../plot.ts';
import type { Bin } from './calibration.ts';

/** How much was right over the score: on the dashed line a score is the chance of being right. */
export function drawReliability(series: Readonly<Record<string, readonly Bin[]>>): string {
  const square = new Square({
    title: 'Percent of words that are right, over the score; larger dots have more words or texts',
    label: 'score',
    marks: [0, 0.2, 0.4, 0.6, 0.8, 1],
    place: (share) => share,
  });
  const curves = Object.entries(series).flatMap(([name, bins], n) => {
    const filled = bins.filter(({ count }) => count > 0);
    const points = filled.map(({ said, was }) => square.at(said, was));
    return [
      line(points, `stroke="${colour(n)}" stroke-width="1.5"`),
      ...filled.map(({ count }, at) =>
        dot(points[at]!, Math.min(9, 1.5 + Math.sqrt(count) / 4), `fill="${colour(n)}" fill-opacity="0.6"`),
      ),
      square.name(n, name, 'left'),
    ];
  });
  const diagonal = line([square.at(0, 0), square.at(1, 1)], 'stroke="#888" stroke-dasharray="4 4"');
  return square.draw([diagonal, ...curves]);
}
