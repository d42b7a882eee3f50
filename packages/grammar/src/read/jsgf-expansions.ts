import type { Choice, Expansion, Tag } from '../model.ts';
import {
  jsgfPackageName,
  jsgfRuleName,
  normalizeSpace,
  parseJavaNumber,
  quoteForMessage,
} from './characters.ts';
import type { PendingReference } from './jsgf-names.ts';
import { readAlternatives } from './read-alternatives.ts';
import type { Scanner } from './scanner.ts';
import { choice, item, sequence } from './shape.ts';

const WORD = /[^ \t\r\n;=|*+<>()[\]{}/"]+/y;

const OPERATOR = /[*+]/y;

const ELEMENTS = "a token, a rule such as '<name>', '(' or '['";

/** Everything to the right of `=`. */
export class JsgfExpansions {
  readonly references: { reference: PendingReference; name: string; offset: number }[] = [];
  readonly #scanner: Scanner;
  #depth = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  read(where: string): Expansion {
    return readAlternatives(this.#scanner, () => this.#readChoice(where));
  }

  #readChoice(where: string): Choice {
    const scanner = this.#scanner;
    const weight = this.#readWeight();
    const parts: Expansion[] = [];
    for (let part = this.#readElement(); part !== undefined; part = this.#readElement()) parts.push(part);
    if (parts.length === 0) {
      if (scanner.sees('{'))
        throw scanner.error("A tag must follow what it belongs to: write '<NULL> {…}' for a tag alone.");
      throw scanner.unexpected(`${ELEMENTS} in ${where}`);
    }
    if (scanner.sees('/')) throw scanner.error('A weight must stand at the start of its alternative.');
    return choice(sequence(parts), weight);
  }

  #readWeight(): number | undefined {
    const scanner = this.#scanner;
    if (!scanner.accept('/')) return undefined;
    const start = scanner.at - 1;
    const text = scanner.match(/[^/;|<>()[\]{}"\r\n]*/y)!.trim();
    const weight = parseJavaNumber(text);
    if (scanner.match(/\//y) === undefined || weight === undefined) {
      throw scanner.error(`The weight '/${text}/' is not valid: expected a weight such as '/2.5/'.`, start);
    }
    return weight;
  }

  /** One element and the operators after it, each of which takes what stands before it. */
  #readElement(): Expansion | undefined {
    const scanner = this.#scanner;
    scanner.skip();
    const position = scanner.position();
    const first = this.#readPart();
    if (first === undefined) return undefined;
    let parts: Expansion[] = [first];
    for (let nested = 1; ; ) {
      if (scanner.sees('{')) {
        parts.push(this.#readTag());
        continue;
      }
      const operator = scanner.match(OPERATOR);
      if (operator === undefined) return sequence(parts);
      // `a****…` nests as deep as parentheses do.
      scanner.source.enter(this.#depth + nested, scanner.at);
      nested += 1;
      const repeat = { min: operator === '*' ? 0 : 1, max: Number.POSITIVE_INFINITY };
      parts = [item(sequence(parts), repeat, undefined, position)];
    }
  }

  #readPart(): Expansion | undefined {
    const scanner = this.#scanner;
    const start = scanner.at;
    switch (scanner.text[start]) {
      case '(':
      case '[':
        return this.#readGroup(start);
      case '<':
        return this.#readReference(start);
      case '"': {
        scanner.at += 1;
        const quoted = scanner.untilUnescaped('"', 'quoted token', start);
        return this.#token(normalizeSpace(quoted.replace(/\\([\s\S])/g, '$1')), start);
      }
      default: {
        const word = scanner.match(WORD);
        return word === undefined ? undefined : this.#token(word, start);
      }
    }
  }

  #token(text: string, start: number): Expansion {
    const scanner = this.#scanner;
    if (text === '') throw scanner.error('A quoted token must not be empty.', start);
    scanner.source.spend('tokens', start);
    return { kind: 'token', text, position: scanner.position(start) };
  }

  #readTag(): Tag {
    const scanner = this.#scanner;
    const start = scanner.at;
    scanner.source.spend('tags', start);
    scanner.at += 1;
    const text = scanner.untilUnescaped('}', 'tag', start).replace(/\\([\\{}])/g, '$1');
    return { kind: 'tag', text, position: scanner.position(start) };
  }

  #readGroup(start: number): Expansion {
    const scanner = this.#scanner;
    const optional = scanner.text[start] === '[';
    const close = optional ? ']' : ')';
    scanner.at += 1;
    this.#depth += 1;
    scanner.source.enter(this.#depth, start);
    const content = this.read(optional ? "'[ ]'" : "'( )'");
    this.#depth -= 1;
    if (!scanner.accept(close)) {
      const { line, column } = scanner.position(start);
      throw scanner.unexpected(
        `'${close}' for the '${scanner.text[start]}' of line ${line}, column ${column}`,
      );
    }
    return optional ? item(content, { min: 0, max: 1 }, undefined, scanner.position(start)) : content;
  }

  #readReference(start: number): Expansion {
    const scanner = this.#scanner;
    scanner.at += 1;
    const name = scanner.until('>', 'rule name', start).trim();
    const position = scanner.position(start);
    if (name === 'NULL' || name === 'VOID') return { kind: 'special', name, position };
    const dot = name.lastIndexOf('.');
    if (!jsgfRuleName.test(name.slice(dot + 1)) || (dot >= 0 && !jsgfPackageName.test(name.slice(0, dot)))) {
      throw scanner.error(`The rule name ${quoteForMessage(`<${name}>`)} is not valid.`, start);
    }
    const reference: PendingReference = { kind: 'reference', target: { kind: 'imported', name }, position };
    this.references.push({ reference, name, offset: start });
    return reference;
  }
}
