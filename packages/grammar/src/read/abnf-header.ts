import type { GrammarDocument, GrammarMode, Lexicon, Meta, Tag } from '../model.ts';
import type { AbnfExpansions } from './abnf-expansions.ts';
import { languageTagAt, quoteForMessage, srgsRuleNameAt } from './characters.ts';
import type { DeclarationPlaces } from './check.ts';
import type { Scanner } from './scanner.ts';

type Header = Omit<GrammarDocument, 'format' | 'uri' | 'rules' | 'imports' | 'packageName'>;

/** The self-identifying line and the declarations before the first rule. */
export class AbnfHeader {
  places: DeclarationPlaces = { header: { line: 1, column: 1 } };
  readonly #scanner: Scanner;
  readonly #expansions: AbnfExpansions;
  readonly #declared = new Map<string, string>();
  readonly #metas: Meta[] = [];
  readonly #lexicons: Lexicon[] = [];
  readonly #tags: Tag[] = [];

  constructor(scanner: Scanner, expansions: AbnfExpansions) {
    this.#scanner = scanner;
    this.#expansions = expansions;
    this.#readFirstLine();
  }

  /** Reads one declaration; false where something else stands. */
  readDeclaration(afterRules: boolean): boolean {
    const scanner = this.#scanner;
    const start = scanner.at;
    if (scanner.sees('#ABNF')) throw scanner.invalid('A grammar has one header: found a second #ABNF line.');
    const keyword = scanner.sees('{')
      ? 'tag'
      : scanner.match(/(?:base|language|mode|root|tag-format|lexicon|http-equiv|meta)(?=[\s<$"'/])/y);
    if (keyword === undefined) return false;
    if (afterRules) throw scanner.error(`The ${keyword} declaration must come before the first rule.`, start);
    this.#read(keyword, start);
    scanner.expect(';', `at the end of the ${keyword} declaration`);
    scanner.takeExamples();
    return true;
  }

  finish(): Header {
    const base =
      this.#declared.get('base') ?? this.#metas.find((meta) => !meta.http && meta.name === 'base')?.content;
    const language = this.#declared.get('language');
    const root = this.#declared.get('root');
    const tagFormat = this.#declared.get('tag-format');
    return {
      mode: (this.#declared.get('mode') ?? 'voice') as GrammarMode,
      ...(base === undefined ? {} : { base }),
      ...(language === undefined ? {} : { language }),
      ...(root === undefined ? {} : { root }),
      ...(tagFormat === undefined ? {} : { tagFormat }),
      headerTags: this.#tags,
      metas: this.#metas,
      lexicons: this.#lexicons,
    };
  }

  #readFirstLine(): void {
    const scanner = this.#scanner;
    if (scanner.match(/#ABNF[ \t]/y) === undefined) {
      throw scanner.unexpected("'#ABNF 1.0;' as the very first characters");
    }
    scanner.match(/[ \t]*/y);
    const start = scanner.at;
    const version = scanner.match(/[^ \t;\r\n]+/y) ?? '';
    if (version !== '1.0') {
      throw scanner.invalid(`The ABNF version is ${quoteForMessage(version)}: expected '1.0'.`, start);
    }
    // The encoding has done its work before there was a text to read.
    scanner.match(/[ \t]+[A-Za-z0-9._:-]+/y);
    if (scanner.match(/[ \t]*;/y) === undefined)
      throw scanner.unexpected("';' at the end of the #ABNF header");
    scanner.match(/[ \t]*/y);
    if (scanner.match(/\r\n|\r|\n|$/y) === undefined) {
      throw scanner.unexpected('a new line after the #ABNF header');
    }
  }

  #read(keyword: string, start: number): void {
    const scanner = this.#scanner;
    scanner.skip();
    switch (keyword) {
      case 'tag':
        this.#tags.push(this.#expansions.readTag());
        break;
      case 'meta':
      case 'http-equiv':
        this.#metas.push(this.#readMeta(keyword));
        break;
      case 'lexicon': {
        const [uri, mediaType] = this.#expansions.readUri('after lexicon');
        this.#lexicons.push(mediaType === undefined ? { uri } : { uri, mediaType });
        break;
      }
      case 'base':
      case 'tag-format':
        this.#declare(keyword, this.#expansions.readUri(`after ${keyword}`)[0], start);
        break;
      case 'language': {
        const language = scanner.match(languageTagAt);
        if (language === undefined) throw scanner.unexpected("a language such as 'en-US'");
        this.#declare(keyword, language, start);
        break;
      }
      case 'mode': {
        const mode = scanner.match(/(voice|dtmf)(?![\p{L}\p{N}_-])/uy);
        if (mode === undefined) throw scanner.unexpected("the mode 'voice' or 'dtmf'");
        this.#declare(keyword, mode, start);
        break;
      }
      case 'root': {
        const name = scanner.accept('$') ? scanner.match(srgsRuleNameAt) : undefined;
        if (name === undefined) throw scanner.unexpected("a rule name such as '$main' after root");
        this.#declare(keyword, name, start);
        this.places = { ...this.places, root: scanner.position(start) };
        break;
      }
    }
  }

  #declare(keyword: string, value: string, start: number): void {
    if (this.#declared.has(keyword)) {
      throw this.#scanner.invalid(
        `The ${keyword} is already declared as '${this.#declared.get(keyword)}'.`,
        start,
      );
    }
    this.#declared.set(keyword, value);
  }

  #readMeta(keyword: string): Meta {
    const scanner = this.#scanner;
    const name = this.#quoted(keyword);
    scanner.skip();
    if (scanner.match(/is(?=[\s"'/])/y) === undefined)
      throw scanner.unexpected(`'is' after the name of the ${keyword}`);
    return { http: keyword === 'http-equiv', name, content: this.#quoted(`is`) };
  }

  /** In either kind of quotes; without escapes, so that a text holds one kind at most. */
  #quoted(after: string): string {
    const scanner = this.#scanner;
    scanner.skip();
    const start = scanner.at;
    const quote = scanner.match(/["']/y);
    if (quote === undefined) throw scanner.unexpected(`a quoted text after ${after}`);
    return scanner.until(quote, 'quoted text', start);
  }
}
