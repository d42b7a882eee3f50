import type { WriteStream } from 'node:tty';
import stringWidth from 'string-width';
import { printable } from '../../common/printable.ts';

const START_OF_LINE = '\r\u001b[K';
const [FAINT, NORMAL] = ['\u001b[2m', '\u001b[22m'];
const WIDTH_UNKNOWN = 80;

/** What is said, on a terminal: words that may change are faint and stand on the last line, which is written anew. */
export class Captions {
  readonly #out: Pick<WriteStream, 'write' | 'columns'>;
  #shown = false;

  constructor(out: Pick<WriteStream, 'write' | 'columns'>) {
    this.#out = out;
  }

  partial(text: string, stable: number): void {
    const [sure, unsure] = [printable(text.slice(0, stable)), printable(text.slice(stable))];
    // One column is left, or some terminals begin a new line.
    const room = (this.#out.columns || WIDTH_UNKNOWN) - 1;
    const left = lastOf(sure, Math.max(0, room - stringWidth(unsure)));
    this.#out.write(`${START_OF_LINE}${left}${FAINT}${lastOf(unsure, room)}${NORMAL}`);
    this.#shown = true;
  }

  final(text: string): void {
    this.clear();
    this.#out.write(`${printable(text)}\n`);
  }

  clear(): void {
    if (this.#shown) this.#out.write(START_OF_LINE);
    this.#shown = false;
  }
}

/** The end of a text, in so many columns. */
function lastOf(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  const characters = [...text];
  let width = 1;
  let from = characters.length;
  while (from > 0 && width + stringWidth(characters[from - 1]!) <= columns) {
    width += stringWidth(characters[--from]!);
  }
  return columns > 0 ? `…${characters.slice(from).join('')}` : '';
}
