import type { GrammarError } from '../errors.ts';
import type { Position } from '../model.ts';
import { forbiddenCharacter, normalizeSpace, quoteForMessage } from './characters.ts';
import type { Source } from './source.ts';

const BLANKS = /[ \t\r\n]+/y;
const LAST_BLANK = 0x20;
const SLASH = 0x2f;
const LINE_COMMENT = /\/\/[^\r\n]*/y;

/** Reads the two plain-text syntaxes, ABNF and JSGF, which share their white space, comments and way of failing. */
export class Scanner {
  readonly source: Source;
  readonly text: string;
  at = 0;
  #examples: string[] = [];

  constructor(source: Source) {
    this.source = source;
    this.text = source.text;
    const forbidden = forbiddenCharacter.exec(this.text);
    if (forbidden) {
      const code = this.text.charCodeAt(forbidden.index).toString(16).toUpperCase().padStart(4, '0');
      throw source.error('syntax', `The character U+${code} is not allowed in a grammar.`, forbidden.index);
    }
  }

  /** Moves over white space and comments; `@example` lines of documentation comments are kept for the next rule. */
  skip(): void {
    for (;;) {
      // Most often nothing is to be skipped: asked by an expression, a list of 10,000 names takes a third longer to read.
      const code = this.text.charCodeAt(this.at);
      if (code > LAST_BLANK && code !== SLASH) return;
      if (this.match(BLANKS) !== undefined) continue;
      if (code !== SLASH) return;
      if (this.match(LINE_COMMENT) !== undefined) continue;
      if (!this.text.startsWith('/*', this.at)) return;
      const end = this.text.indexOf('*/', this.at + 2);
      if (end < 0) throw this.error("The comment is not closed: expected '*/'.");
      const comment = this.text.slice(this.at, end + 2);
      if (comment.startsWith('/**') && comment.length > 4) {
        for (const example of examplesOf(comment)) this.#examples.push(example);
      }
      this.at = end + 2;
    }
  }

  takeExamples(): readonly string[] {
    const examples = this.#examples;
    this.#examples = [];
    return examples;
  }

  /** Whether the next character after white space is this one, without moving past it. */
  sees(text: string): boolean {
    this.skip();
    return this.text.startsWith(text, this.at);
  }

  accept(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string, after: string): void {
    if (!this.accept(text)) throw this.unexpected(`'${text}' ${after}`);
  }

  get ended(): boolean {
    this.skip();
    return this.at >= this.text.length;
  }

  /** What a sticky expression matches right here, moving past it. */
  match(pattern: RegExp): string | undefined {
    const start = this.at;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) return undefined;
    this.at = pattern.lastIndex;
    return this.text.slice(start, this.at);
  }

  /** The text up to the next `end`, moving past it. */
  until(end: string, what: string, opened: number): string {
    const stop = this.text.indexOf(end, this.at);
    if (stop < 0) throw this.error(`The ${what} is not closed: expected '${end}'.`, opened);
    const text = this.text.slice(this.at, stop);
    this.at = stop + end.length;
    return text;
  }

  /** Like `until`, where a backslash keeps the character after it from ending the text; escapes stay in it. */
  untilUnescaped(end: string, what: string, opened: number): string {
    const start = this.at;
    for (let stop = start; stop < this.text.length; stop += 1) {
      if (this.text[stop] === '\\') {
        stop += 1;
      } else if (this.text[stop] === end) {
        this.at = stop + 1;
        return this.text.slice(start, stop);
      }
    }
    throw this.error(`The ${what} is not closed: expected '${end}'.`, opened);
  }

  position(offset = this.at): Position {
    return this.source.position(offset);
  }

  error(reason: string, offset = this.at): GrammarError {
    return this.source.error('syntax', reason, offset);
  }

  invalid(reason: string, offset = this.at): GrammarError {
    return this.source.error('invalid', reason, offset);
  }

  unexpected(expected: string): GrammarError {
    return this.error(`Expected ${expected}, found ${this.#found()}.`);
  }

  #found(): string {
    if (this.at >= this.text.length) return 'the end of the grammar';
    const word = /[\p{L}\p{N}_]+|[\s\S]/uy;
    word.lastIndex = this.at;
    return quoteForMessage(word.exec(this.text)![0]);
  }
}

function examplesOf(comment: string): string[] {
  const lines = comment.slice(3, -2).split(/\r\n|\r|\n/);
  return lines.flatMap((line) => {
    const example = /^[ \t]*\*?[ \t]*@example(?:[ \t]+(.*))?$/.exec(line);
    return example === null ? [] : [normalizeSpace(example[1] ?? '')];
  });
}
