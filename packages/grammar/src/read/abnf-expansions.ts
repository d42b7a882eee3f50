import type { Choice, Expansion, Repeat, SpecialRuleName, Tag } from '../model.ts';
import {
  languageTagAt,
  normalizeSpace,
  parseSrgsNumber,
  specialRuleNames,
  srgsRuleNameAt,
} from './characters.ts';
import { readAlternatives } from './read-alternatives.ts';
import { parseUriReference } from './references.ts';
import { parseRepeat, repeatForms } from './repeat.ts';
import type { Scanner } from './scanner.ts';
import { choice, item, sequence } from './shape.ts';

/** SRGS allows name characters only; words like `o'clock` and `c#` are common enough to take anything not an operator. */
const WORD = /[^ \t\r\n;=|*+?<>()[\]{}/$"!]+/y;

const ELEMENTS = "a token, a rule such as '$name', a tag, '(' or '['";

/** Everything to the right of `=`. */
export class AbnfExpansions {
  readonly #scanner: Scanner;
  #depth = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  read(where: string): Expansion {
    return readAlternatives(this.#scanner, () => this.#readChoice(where));
  }

  readTag(): Tag {
    const scanner = this.#scanner;
    const start = scanner.at;
    scanner.source.spend('tags', start);
    const end = scanner.accept('{!{') ? '}!}' : '}';
    if (end === '}') scanner.at += 1;
    return { kind: 'tag', text: scanner.until(end, 'tag', start), position: scanner.position(start) };
  }

  /** `<uri>` with `~<media type>` or without. */
  readUri(after: string): [uri: string, mediaType: string | undefined] {
    const scanner = this.#scanner;
    scanner.skip();
    const start = scanner.at;
    if (!scanner.accept('<')) throw scanner.unexpected(`a URI in '<' and '>' ${after}`);
    const uri = scanner.until('>', 'URI', start).trim();
    if (uri === '') throw scanner.error('A URI must not be empty.', start);
    if (scanner.match(/~/y) === undefined) return [uri, undefined];
    const typeStart = scanner.at;
    if (scanner.match(/</y) === undefined) throw scanner.unexpected("a media type in '<' and '>' after '~'");
    return [uri, scanner.until('>', 'media type', typeStart).trim()];
  }

  #readChoice(where: string): Choice {
    const weight = this.#readWeight();
    const parts: Expansion[] = [];
    for (let part = this.#readElement(); part !== undefined; part = this.#readElement()) parts.push(part);
    if (parts.length === 0) throw this.#scanner.unexpected(`${ELEMENTS} in ${where}`);
    return choice(sequence(parts), weight);
  }

  #readWeight(): number | undefined {
    const scanner = this.#scanner;
    if (!scanner.accept('/')) return undefined;
    return this.#readNumber('weight', "a weight such as '/2.5/'", Number.POSITIVE_INFINITY);
  }

  /** What stands between the `/` just read and the next one. */
  #readNumber(what: string, expected: string, max: number): number {
    const scanner = this.#scanner;
    const start = scanner.at - 1;
    const text = scanner.match(/[^/;|<>()[\]{}$"\r\n]*/y)!.trim();
    const value = parseSrgsNumber(text);
    if (scanner.match(/\//y) === undefined || value === undefined || value > max) {
      throw scanner.error(`The ${what} '/${text}/' is not valid: expected ${expected}.`, start);
    }
    return value;
  }

  /** One element with its language and repeat, which bind to it alone. */
  #readElement(): Expansion | undefined {
    const scanner = this.#scanner;
    scanner.skip();
    const start = scanner.at;
    const position = scanner.position(start);
    let expansion = this.#readPart(start);
    if (expansion === undefined) return undefined;
    if (scanner.sees('<')) {
      expansion = item(expansion, this.#readRepeat(), undefined, position);
      if (scanner.sees('<'))
        throw scanner.error('An element takes one repeat: put it in parentheses to repeat it again.');
    }
    if (scanner.sees('!'))
      throw scanner.error('The language must stand directly after its element, before any repeat.');
    this.#refuseOperator();
    return expansion;
  }

  #refuseOperator(): void {
    const scanner = this.#scanner;
    const operator = scanner.text[scanner.at];
    if (operator === '/') throw scanner.error('A weight must stand at the start of its alternative.');
    if (operator !== '*' && operator !== '+' && operator !== '?') return;
    const repeat = { '*': '<0->', '+': '<1->', '?': '<0-1>' }[operator];
    throw scanner.error(
      `'${operator}' is reserved: write '${repeat}' to repeat, or '"${operator}"' for the token.`,
    );
  }

  #readPart(start: number): Expansion | undefined {
    const scanner = this.#scanner;
    switch (scanner.text[scanner.at]) {
      case '(':
      case '[':
        return this.#readGroup(start);
      case '{':
        return this.readTag();
      case '$':
        return this.#readReference(start);
      case '"':
        scanner.at += 1;
        return this.#token(normalizeSpace(scanner.until('"', 'quoted token', start)), start);
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
    const position = scanner.position(start);
    const language = this.#readLanguage();
    return { kind: 'token', text, ...(language === undefined ? {} : { language }), position };
  }

  #readGroup(start: number): Expansion {
    const scanner = this.#scanner;
    const optional = scanner.text[scanner.at] === '[';
    scanner.at += 1;
    if (!optional && scanner.accept(')')) return { kind: 'sequence', items: [] };
    this.#depth += 1;
    scanner.source.enter(this.#depth, start);
    const content = this.read(optional ? "'[ ]'" : "'( )'");
    this.#depth -= 1;
    if (!scanner.accept(optional ? ']' : ')')) {
      const { line, column } = scanner.position(start);
      throw scanner.unexpected(
        `'${optional ? ']' : ')'}' for the '${optional ? '[' : '('}' of line ${line}, column ${column}`,
      );
    }
    const language = this.#readLanguage();
    const position = scanner.position(start);
    if (optional) return item(content, { min: 0, max: 1 }, language, position);
    if (language !== undefined && content.kind === 'alternatives' && content.language === undefined) {
      return { ...content, language };
    }
    return item(content, undefined, language, position);
  }

  #readReference(start: number): Expansion {
    const scanner = this.#scanner;
    scanner.at += 1;
    const position = scanner.position(start);
    if (scanner.text[scanner.at] === '<') {
      const [uri, mediaType] = this.readUri("after '$'");
      const target = parseUriReference(uri, mediaType);
      if (target === undefined) {
        throw scanner.error(
          `The reference '$<${uri}>' names no rule: expected '$<grammar>' or '$<grammar#rule>'.`,
          start,
        );
      }
      const language = this.#readLanguage();
      return { kind: 'reference', target, ...(language === undefined ? {} : { language }), position };
    }
    if (scanner.text[scanner.at] === '$') {
      throw scanner.error(
        "'$$' is not part of ABNF 1.0: expected '$name', '$<grammar>' or '$<grammar#rule>'.",
        start,
      );
    }
    const name = scanner.match(srgsRuleNameAt);
    if (name === undefined) throw scanner.unexpected("a rule name or '<' after '$'");
    if (specialRuleNames.has(name)) return { kind: 'special', name: name as SpecialRuleName, position };
    const language = this.#readLanguage();
    return {
      kind: 'reference',
      target: { kind: 'local', name },
      ...(language === undefined ? {} : { language }),
      position,
    };
  }

  #readLanguage(): string | undefined {
    const scanner = this.#scanner;
    if (!scanner.accept('!')) return undefined;
    const language = scanner.match(languageTagAt);
    if (language === undefined) throw scanner.unexpected("a language such as 'en-US' after '!'");
    return language;
  }

  #readRepeat(): Repeat {
    const scanner = this.#scanner;
    const start = scanner.at;
    scanner.at += 1;
    scanner.skip();
    const text = scanner.match(/[^\s/>]*/y)!;
    const repeat = parseRepeat(text);
    if (repeat === undefined) {
      throw scanner.error(`The repeat '<${text}>' is not valid: expected ${repeatForms}.`, start);
    }
    const probability = scanner.accept('/')
      ? this.#readNumber('repeat probability', 'a number from 0 to 1', 1)
      : undefined;
    scanner.expect('>', 'at the end of the repeat');
    return probability === undefined ? repeat : { ...repeat, probability };
  }
}
