import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import type { Repeat } from '../model.ts';
import { languageTag, parseSrgsNumber, quoteForMessage } from './characters.ts';
import { parseRepeat, repeatForms } from './repeat.ts';
import type { Source } from './source.ts';

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** The attributes an element may carry besides those of other namespaces, which are ignored. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  grammar: ['version', 'root', 'mode', 'tag-format', 'xml:lang', 'xml:base'],
  rule: ['id', 'scope'],
  item: ['repeat', 'repeat-prob', 'weight', 'xml:lang'],
  'one-of': ['xml:lang'],
  token: ['xml:lang'],
  tag: [],
  example: [],
  ruleref: ['uri', 'special', 'type', 'xml:lang'],
  meta: ['name', 'http-equiv', 'content'],
  lexicon: ['uri', 'type'],
};

const NONE: ReadonlyMap<string, string> = new Map();

/** The attributes of one element, read with errors that name the element. */
export class Attributes {
  readonly #element: string;
  readonly #values: ReadonlyMap<string, string>;
  readonly #source: Source;
  readonly #offset: number;

  constructor(tag: SaxesTagNS, source: Source, offset: number) {
    this.#element = tag.local;
    this.#source = source;
    this.#offset = offset;
    const written = Object.values(tag.attributes);
    this.#values = written.length === 0 ? NONE : this.#read(written);
  }

  #read(written: readonly SaxesAttributeNS[]): ReadonlyMap<string, string> {
    const allowed = ALLOWED[this.#element] ?? [];
    const values = new Map<string, string>();
    for (const { uri, local, value } of written) {
      if (uri !== '' && (uri !== XML_NAMESPACE || !/^(lang|base)$/.test(local))) continue;
      const name = uri === '' ? local : `xml:${local}`;
      if (!allowed.includes(name)) {
        const expected = allowed.length === 0 ? 'it takes none' : `expected one of ${allowed.join(', ')}`;
        throw this.invalid(`The attribute '${name}' does not belong on <${this.#element}>: ${expected}.`);
      }
      values.set(name, value);
    }
    return values;
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  required(name: string): string {
    const value = this.#values.get(name);
    if (value === undefined) throw this.invalid(`<${this.#element}> must have the attribute '${name}'.`);
    return value;
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    const known = values.find((candidate) => candidate === value);
    if (known === undefined) throw this.#wrongValue(name, value, `'${values.join("' or '")}'`);
    return known;
  }

  language(): string | undefined {
    const value = this.#values.get('xml:lang');
    if (value !== undefined && !languageTag.test(value)) {
      throw this.#wrongValue('xml:lang', value, "a language such as 'en-US'");
    }
    return value;
  }

  weight(): number | undefined {
    const value = this.#values.get('weight');
    if (value === undefined) return undefined;
    const weight = parseSrgsNumber(value.trim());
    if (weight === undefined) throw this.#wrongValue('weight', value, "a number such as '2' or '0.5'");
    return weight;
  }

  /** A probability without a repeat has nothing to say and is ignored, as SRGS has it. */
  repeat(): Repeat | undefined {
    const value = this.#values.get('repeat');
    const probability = this.#probability();
    if (value === undefined) return undefined;
    const repeat = parseRepeat(value.trim());
    if (repeat === undefined) throw this.#wrongValue('repeat', value, repeatForms);
    return probability === undefined ? repeat : { ...repeat, probability };
  }

  #probability(): number | undefined {
    const value = this.#values.get('repeat-prob');
    if (value === undefined) return undefined;
    const probability = parseSrgsNumber(value.trim());
    if (probability === undefined || probability > 1) {
      throw this.#wrongValue('repeat-prob', value, 'a number from 0 to 1');
    }
    return probability;
  }

  #wrongValue(name: string, value: string, expected: string) {
    return this.invalid(
      `The attribute '${name}' of <${this.#element}> is ${quoteForMessage(value)}: expected ${expected}.`,
    );
  }

  invalid(reason: string) {
    return this.#source.error('invalid', reason, this.#offset);
  }
}
