import { GrammarError, type GrammarErrorCode, type GrammarErrorPlace } from '../errors.ts';
import type { Position } from '../model.ts';
import type { ReadBudget } from './limits.ts';

/** The text of one document, with what every reader needs beside it. */
export class Source {
  readonly text: string;
  readonly uri: string | undefined;
  readonly #budget: ReadBudget;
  #lineStarts: number[] | undefined;
  #lastLine = 0;

  constructor(text: string, uri: string | undefined, budget: ReadBudget) {
    this.text = text;
    this.uri = uri;
    this.#budget = budget;
  }

  /** CR, LF and CR LF each end one line. */
  position(offset: number): Position {
    this.#lineStarts ??= findLineStarts(this.text);
    const starts = this.#lineStarts;
    // Readers ask front to back, so the line of the last answer or the next one is nearly always right.
    let line = this.#lastLine;
    if (!contains(starts, line, offset)) {
      line = contains(starts, line + 1, offset) ? line + 1 : findLine(starts, offset);
    }
    this.#lastLine = line;
    return { line: line + 1, column: offset - starts[line]! + 1 };
  }

  /** Counts one more of something against its limit. */
  spend(what: 'rules' | 'tokens' | 'tags', offset: number): void {
    if (this.#budget.spend(what)) return;
    throw this.#budget.reached(what, this.place(offset));
  }

  /** Checks a level of nesting against its limit. */
  enter(depth: number, offset: number): void {
    if (this.#budget.allows(depth)) return;
    throw this.#budget.reached('depth', this.place(offset));
  }

  place(offset: number): GrammarErrorPlace {
    return { ...this.position(offset), uri: this.uri };
  }

  error(code: GrammarErrorCode, reason: string, offset: number): GrammarError {
    return new GrammarError(code, reason, this.place(offset));
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\r|\n/g)) starts.push(end.index + end[0].length);
  return starts;
}

function contains(starts: readonly number[], line: number, offset: number): boolean {
  const start = starts[line];
  return start !== undefined && start <= offset && offset < (starts[line + 1] ?? Number.POSITIVE_INFINITY);
}

function findLine(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
