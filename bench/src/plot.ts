/** Pieces of SVG that the pictures of all benchmarks are made of. */

export type Point = readonly [x: number, y: number];

const COLOURS = ['#0b6e99', '#c4462c', '#4d8b31', '#8a4fa3', '#b8860b', '#444'];

/** Of the n-th curve. */
export function colour(n: number): string {
  return COLOURS[n % COLOURS.length]!;
}

export function text(x: number, y: number, words: string, more = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="12" font-family="sans-serif" ${more}>${words}</text>`;
}

/** Points that fall on the one before are left out: a curve may have thousands. */
export function line(points: readonly Point[], style: string): string {
  const all = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  const places = all.filter((place, n) => place !== all[n - 1]);
  return `<polyline fill="none" ${style} points="${places.join(' ')}"/>`;
}

export function dot([x, y]: Point, radius: number, style: string): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" ${style}/>`;
}

export function picture(width: number, height: number, title: string, content: readonly string[]): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="background:#fff">`;
  return [open, `<title>${title}</title>`, text(60, 22, title), ...content, '</svg>', ''].join('\n');
}

const [SIDE, LEFT, TOP] = [440, 60, 40];

export interface SquareOptions {
  title: string;
  /** Below the square. */
  label: string;
  /** Shares that have a line and their percentage. */
  marks: readonly number[];
  /** Where a share lies between 0 and 1 of a side. */
  place: (share: number) => number;
}

/** A picture of one share over another, with both on the same scale. */
export class Square {
  readonly #options: SquareOptions;

  constructor(options: SquareOptions) {
    this.#options = options;
  }

  at(across: number, up: number): Point {
    const { place } = this.#options;
    return [LEFT + place(across) * SIDE, TOP + (1 - place(up)) * SIDE];
  }

  /** The name of the n-th curve, at the left or at the right edge. */
  name(n: number, words: string, edge: 'left' | 'right'): string {
    const x = edge === 'left' ? LEFT + 12 : LEFT + SIDE - 8;
    const anchor = edge === 'left' ? 'start' : 'end';
    return text(x, TOP + 20 + 18 * n, words, `text-anchor="${anchor}" fill="${colour(n)}"`);
  }

  draw(content: readonly string[]): string {
    const { title, label, marks } = this.#options;
    const grid = marks.flatMap((mark) => {
      const [x, y] = this.at(mark, mark);
      return [
        line(
          [
            [LEFT, y],
            [LEFT + SIDE, y],
          ],
          'stroke="#ddd"',
        ),
        line(
          [
            [x, TOP],
            [x, TOP + SIDE],
          ],
          'stroke="#ddd"',
        ),
        text(LEFT - 8, y + 4, `${100 * mark}`, 'text-anchor="end"'),
        text(x, TOP + SIDE + 18, `${100 * mark}`, 'text-anchor="middle"'),
      ];
    });
    const below = text(LEFT + SIDE / 2, TOP + SIDE + 40, label, 'text-anchor="middle"');
    return picture(560, 560, title, [...grid, ...content, below]);
  }
}
