import type { Sweep } from './sweep.ts';

const [width, height, left, top] = [900, 480, 60, 30];
const [plotWidth, plotHeight] = [width - left - 20, height - top - 60];
const [widest, lowest] = [2.5, -140];
const colours = ['#0b6e99', '#c4462c', '#4d8b31', '#7a4fa3', '#b8860b', '#444'];

const x = (share: number) => left + (share / widest) * plotWidth;
const y = (level: number) =>
  top + (Math.min(10, Math.max(lowest, level)) / (lowest - 10)) * plotHeight + offset;
const offset = (10 / (10 - lowest)) * plotHeight;

/** Level over frequency for each sweep: solid is the tone itself, dotted everything it should not have made. */
export function drawSweeps(sweeps: readonly Sweep[]): string {
  const line = (points: readonly (readonly [number, number])[], style: string) =>
    `<polyline fill="none" ${style} points="${points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')}"/>`;
  const text = (px: number, py: number, words: string, more = '') =>
    `<text x="${px}" y="${py}" font-size="12" font-family="sans-serif" ${more}>${words}</text>`;
  const grid = [0, -20, -40, -60, -80, -100, -120, -140].map(
    (level) =>
      line(
        [
          [left, y(level)],
          [left + plotWidth, y(level)],
        ],
        `stroke="${level === -80 ? '#c00' : '#ddd'}"`,
      ) + text(8, y(level) + 4, `${level} dB`),
  );
  const marks = [0.5, 0.85, 1, 1.5, 2].map(
    (share) =>
      line(
        [
          [x(share), top],
          [x(share), top + plotHeight],
        ],
        'stroke="#ddd"',
      ) + text(x(share), top + plotHeight + 18, `${share}`, 'text-anchor="middle"'),
  );
  const curves = sweeps.map(({ from, to, nyquist, tones }, i) => {
    const colour = colours[i % colours.length]!;
    const heard = tones.map(({ frequency, gain }) => [x(frequency / nyquist), y(gain)] as const);
    const unwanted = tones.map(({ frequency, rest }) => [x(frequency / nyquist), y(rest)] as const);
    return (
      line(heard, `stroke="${colour}" stroke-width="1.5"`) +
      line(unwanted, `stroke="${colour}" stroke-dasharray="2 3"`) +
      text(
        left + 10 + (i % 3) * 150,
        height - 24 + Math.floor(i / 3) * 16,
        `${from} → ${to} Hz`,
        `fill="${colour}"`,
      )
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="background:#fff">`,
    text(
      left,
      18,
      'Resampler: level of a tone (solid) and of all else it makes (dotted), over frequency ÷ Nyquist',
    ),
    ...grid,
    ...marks,
    ...curves,
    '</svg>',
  ].join('\n');
}
