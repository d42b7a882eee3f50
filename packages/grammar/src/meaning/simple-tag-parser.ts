/** The shapes of tag that need no script engine: assignments of literals, rule values and texts, and sums of them. */
export interface SimpleAssignment {
  /** Members of `out`: `out.a.b = …` has two; none for `out = …`. */
  readonly path: readonly string[];
  readonly add: boolean;
  readonly value: SimpleExpression;
}

export type SimpleExpression =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  /** `rules.name` or `rules.latest()` (no name), then members. */
  | { readonly kind: 'rule'; readonly name: string | undefined; readonly path: readonly string[] }
  | { readonly kind: 'out'; readonly path: readonly string[] }
  /** `meta.name.text`; `current()` and `latest()` by their own names with brackets. */
  | { readonly kind: 'text'; readonly of: string }
  | { readonly kind: 'sum'; readonly terms: readonly SimpleExpression[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, SimpleExpression])[] };

const lexeme =
  /\s*(?:([A-Za-z_$][\w$]*)|("(?:[^"\\\r\n]|\\["'\\])*"|'(?:[^'\\\r\n]|\\["'\\])*')|((?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)(?![\w$.])|(\+=|[=+.;(){}:,])|$)/uy;
const reserved = new Set(
  'break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof new return super switch this throw try typeof var void while with yield let static await eval arguments undefined NaN Infinity'.split(
    ' ',
  ),
);
const notMembers = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Reads a tag as a list of simple assignments, or returns undefined where it is anything else. What it accepts is
 * a small part of the language, with nothing in it that could differ from what the script engine would do; the rest
 * is left to the engine.
 */
export function parseSimpleTag(tag: string): readonly SimpleAssignment[] | undefined {
  try {
    return new SimpleTagParser(tag).statements();
  } catch (error) {
    if (error instanceof NotSimple) return undefined;
    throw error;
  }
}

class NotSimple extends Error {}

type Lexeme = { readonly kind: 'name' | 'string' | 'number' | 'mark' | 'end'; readonly text: string };

class SimpleTagParser {
  readonly #source: string;
  #at = 0;
  #next: Lexeme;

  constructor(source: string) {
    this.#source = source;
    this.#next = this.#read();
  }

  statements(): SimpleAssignment[] {
    const statements: SimpleAssignment[] = [];
    while (!this.#atEnd()) {
      if (this.#take(';')) continue;
      statements.push(this.#assignment());
      if (!this.#atEnd() && !this.#take(';')) throw new NotSimple();
    }
    return statements;
  }

  #atEnd(): boolean {
    return this.#next.kind === 'end';
  }

  #assignment(): SimpleAssignment {
    this.#expectName('out');
    const path = this.#path();
    const add = this.#take('+=');
    if (!add) this.#expect('=');
    return { path, add, value: this.#sum() };
  }

  #sum(): SimpleExpression {
    const terms = [this.#term()];
    while (this.#take('+')) terms.push(this.#term());
    return terms.length === 1 ? terms[0]! : { kind: 'sum', terms };
  }

  #term(): SimpleExpression {
    const { kind, text } = this.#next;
    if (kind === 'string' || kind === 'number') {
      this.#advance();
      const value = kind === 'number' ? Number(text) : text.slice(1, -1).replace(/\\(.)/g, '$1');
      return { kind: 'constant', value };
    }
    if (this.#take('{')) return this.#object();
    switch (this.#name()) {
      case 'true':
        return { kind: 'constant', value: true };
      case 'false':
        return { kind: 'constant', value: false };
      case 'null':
        return { kind: 'constant', value: null };
      case 'out':
        return { kind: 'out', path: this.#path() };
      case 'rules':
        return this.#rule();
      case 'meta':
        return this.#text();
      default:
        throw new NotSimple();
    }
  }

  #rule(): SimpleExpression {
    this.#expect('.');
    const name = this.#member();
    if (name !== 'latest') return { kind: 'rule', name, path: this.#path() };
    this.#expect('(');
    this.#expect(')');
    return { kind: 'rule', name: undefined, path: this.#path() };
  }

  #text(): SimpleExpression {
    this.#expect('.');
    let of = this.#member();
    if (of === 'current' || of === 'latest') {
      this.#expect('(');
      this.#expect(')');
      of += '()';
    }
    this.#expect('.');
    this.#expectName('text');
    return { kind: 'text', of };
  }

  #object(): SimpleExpression {
    const members: [string, SimpleExpression][] = [];
    while (!this.#take('}')) {
      if (members.length > 0) this.#expect(',');
      const name = this.#next.kind === 'string' ? this.#string() : this.#member();
      this.#expect(':');
      members.push([name, this.#sum()]);
    }
    return { kind: 'object', members };
  }

  #string(): string {
    const name = this.#next.text.slice(1, -1);
    // A numeric name would be moved to the front of the object, an escaped one is rare: both are left to the engine.
    if (/[\\\d]/.test(name) || notMembers.has(name)) throw new NotSimple();
    this.#advance();
    return name;
  }

  #path(): string[] {
    const path: string[] = [];
    while (this.#take('.')) path.push(this.#member());
    return path;
  }

  /** Names of Object.prototype have meanings of their own. */
  #member(): string {
    const name = this.#next.text;
    if (this.#next.kind !== 'name' || notMembers.has(name)) throw new NotSimple();
    this.#advance();
    return name;
  }

  #name(): string {
    const name = this.#next.text;
    if (this.#next.kind !== 'name' || reserved.has(name)) throw new NotSimple();
    this.#advance();
    return name;
  }

  #expectName(name: string): void {
    if (this.#name() !== name) throw new NotSimple();
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw new NotSimple();
  }

  #take(mark: string): boolean {
    if (this.#next.kind !== 'mark' || this.#next.text !== mark) return false;
    this.#advance();
    return true;
  }

  #advance(): void {
    this.#next = this.#read();
  }

  #read(): Lexeme {
    lexeme.lastIndex = this.#at;
    const found = lexeme.exec(this.#source);
    if (!found) throw new NotSimple();
    this.#at = lexeme.lastIndex;
    const [, name, string, number, mark] = found;
    if (name !== undefined) return { kind: 'name', text: name };
    if (string !== undefined) return { kind: 'string', text: string };
    if (number !== undefined) return { kind: 'number', text: number };
    return mark === undefined ? { kind: 'end', text: '' } : { kind: 'mark', text: mark };
  }
}
