import { colour, line, picture, text } from '../plot.ts';
import type { Sweep } from './sweep.ts';

const [width, height, left, top] = [900, 480, 60, 30];
const [plotWidth, plotHeight] = [width - left - 20, height - top - 60];
const [widest, highest, lowest] = [2.5, 10, -140];

const x = (share: number) => left + (share / widest) * plotWidth;
const y = (level: number) => {
  const bounded = Math.min(highest, Math.max(lowest, level));
  return top + ((highest - bounded) / (highest - lowest)) * plotHeight;
};

/** Level over frequency for each sweep: solid is the tone itself, dotted everything it should not have made. */
export function drawSweeps(sweeps: readonly Sweep[]): string {
  const grid = [0, -20, -40, -60, -80, -100, -120, -140].flatMap((level) => [
    line(
      [
        [left, y(level)],
        [left + plotWidth, y(level)],
      ],
      `stroke="${level === -80 ? '#c00' : '#ddd'}"`,
    ),
    text(8, y(level) + 4, `${level} dB`),
  ]);
  const marks = [0.5, 0.85, 1, 1.5, 2].flatMap((share) => [
    line(
      [
        [x(share), top],
        [x(share), top + plotHeight],
      ],
      'stroke="#ddd"',
    ),
    text(x(share), top + plotHeight + 18, `${share}`, 'text-anchor="middle"'),
  ]);
  const curves = sweeps.flatMap(({ from, to, nyquist, tones }, n) => [
    line(
      tones.map(({ frequency, gain }) => [x(frequency / nyquist), y(gain)]),
      `stroke="${colour(n)}" stroke-width="1.5"`,
    ),
    line(
      tones.map(({ frequency, rest }) => [x(frequency / nyquist), y(rest)]),
      `stroke="${colour(n)}" stroke-dasharray="2 3"`,
    ),
    text(
      left + 10 + (n % 3) * 150,
      height - 24 + Math.floor(n / 3) * 16,
      `${from} → ${to} Hz`,
      `fill="${colour(n)}"`,
    ),
  ]);
  const title =
    'Resampler: level of a tone (solid) and of all else it makes (dotted), over frequency ÷ Nyquist';
  return picture(width, height, title, [...grid, ...marks, ...curves]);
}
