import type { SaxesTagNS } from 'saxes';
import type {
  Choice,
  Expansion,
  GrammarDocument,
  Lexicon,
  Meta,
  Rule,
  SpecialRuleName,
  Tag,
} from '../model.ts';
import { normalizeSpace, quoteForMessage, srgsRuleName } from './characters.ts';
import type { DeclarationPlaces } from './check.ts';
import { parseUriReference } from './references.ts';
import { alternatives, choice, item, sequence } from './shape.ts';
import type { Source } from './source.ts';
import { Attributes } from './xml-attributes.ts';
import { type TextPiece, textTokens } from './xml-text.ts';

export const GRAMMAR_NAMESPACE = 'http://www.w3.org/2001/06/grammar';

const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  grammar: ['meta', 'metadata', 'lexicon', 'tag', 'rule'],
  rule: ['token', 'ruleref', 'item', 'one-of', 'tag', 'example'],
  item: ['token', 'ruleref', 'item', 'one-of', 'tag'],
  'one-of': ['item'],
  token: [],
  tag: [],
  example: [],
  ruleref: [],
  meta: [],
  lexicon: [],
};

/** Their text is one value, read when they close. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['token', 'tag', 'example']);

interface OpenElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly offset: number;
  text: TextPiece[];
  readonly parts: Expansion[];
  readonly choices: Choice[];
  readonly examples: string[];
}

/** Builds the document from the events of one XML reading. */
export class XmlGrammar {
  places: DeclarationPlaces = {};
  readonly #source: Source;
  readonly #open: OpenElement[] = [];
  #ignored = 0;
  #header: Pick<GrammarDocument, 'mode'> & Partial<GrammarDocument> = { mode: 'voice' };
  readonly #metas: Meta[] = [];
  readonly #lexicons: Lexicon[] = [];
  readonly #headerTags: Tag[] = [];
  readonly #rules: Rule[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  open(tag: SaxesTagNS, offset: number): void {
    const parent = this.#open.at(-1);
    if (this.#ignored > 0 || (parent && (tag.uri !== GRAMMAR_NAMESPACE || tag.local === 'metadata'))) {
      if (parent && this.#ignored === 0) this.#takeText(parent);
      this.#ignored += 1;
      return;
    }
    if (parent) this.#checkParent(parent, tag, offset);
    else this.#checkRootElement(tag, offset);
    this.#source.enter(this.#open.length, offset);
    const attributes = new Attributes(tag, this.#source, offset);
    if (parent) this.#takeText(parent);
    else this.#readHeader(attributes, offset);
    this.#open.push({ name: tag.local, attributes, offset, text: [], parts: [], choices: [], examples: [] });
  }

  text(piece: TextPiece): void {
    if (this.#ignored === 0) this.#open.at(-1)?.text.push(piece);
  }

  close(): void {
    if (this.#ignored > 0) {
      this.#ignored -= 1;
      return;
    }
    const element = this.#open.pop()!;
    const parent = this.#open.at(-1);
    this.#takeText(element);
    if (parent) this.#closeInside(element, parent);
  }

  finish(): GrammarDocument {
    const base = this.#header.base ?? this.#metas.find((meta) => !meta.http && meta.name === 'base')?.content;
    return {
      format: 'xml',
      ...(this.#source.uri === undefined ? {} : { uri: this.#source.uri }),
      ...this.#header,
      ...(base === undefined ? {} : { base }),
      headerTags: this.#headerTags,
      metas: this.#metas,
      lexicons: this.#lexicons,
      rules: this.#rules,
      imports: [],
    };
  }

  #checkRootElement(tag: SaxesTagNS, offset: number): void {
    if (tag.local === 'grammar' && tag.uri === GRAMMAR_NAMESPACE) return;
    const namespace = tag.uri === '' ? 'no namespace' : `the namespace '${tag.uri}'`;
    throw this.#source.error(
      'invalid',
      `Expected the root element <grammar> in the namespace '${GRAMMAR_NAMESPACE}', found <${tag.name}> in ${namespace}.`,
      offset,
    );
  }

  #checkParent(parent: OpenElement, tag: SaxesTagNS, offset: number): void {
    const expected = CHILDREN[parent.name]!;
    if (!expected.includes(tag.local)) {
      const instead = expected.length === 0 ? 'nothing' : `<${expected.join('>, <')}>`;
      const reason = `<${tag.local}> does not belong in <${parent.name}>: expected ${instead}.`;
      throw this.#source.error('syntax', reason, offset);
    }
    if (parent.name === 'grammar' && tag.local !== 'rule' && this.#rules.length > 0) {
      throw this.#source.error('syntax', `<${tag.local}> must come before the first <rule>.`, offset);
    }
  }

  #readHeader(attributes: Attributes, offset: number): void {
    const version = attributes.required('version');
    if (version !== '1.0') {
      throw attributes.invalid(
        `The attribute 'version' of <grammar> is ${quoteForMessage(version)}: expected '1.0'.`,
      );
    }
    const position = this.#source.position(offset);
    this.places = { header: position, root: position };
    const language = attributes.language();
    const root = attributes.get('root');
    const tagFormat = attributes.get('tag-format');
    const base = attributes.get('xml:base');
    this.#header = {
      mode: attributes.oneOf('mode', ['voice', 'dtmf']) ?? 'voice',
      ...(language === undefined ? {} : { language }),
      ...(root === undefined ? {} : { root }),
      ...(tagFormat === undefined ? {} : { tagFormat }),
      ...(base === undefined ? {} : { base }),
    };
  }

  /** Turns the text gathered so far into tokens where it means words, and refuses it where it cannot stand. */
  #takeText(element: OpenElement): void {
    if (element.text.length === 0 || TEXT_ELEMENTS.has(element.name)) return;
    if (element.name === 'rule' || element.name === 'item') {
      for (const token of textTokens(element.text, this.#source)) element.parts.push(token);
    } else {
      const stray = element.text.find((piece) => /[^ \t\r\n]/.test(piece.text));
      if (stray) {
        const skipped = stray.text.search(/[^ \t\r\n]/);
        const reason = `Text does not belong in <${element.name}>: found ${quoteForMessage(stray.text.trim())}.`;
        throw this.#source.error('syntax', reason, stray.start + skipped);
      }
    }
    element.text = [];
  }

  #closeInside(element: OpenElement, parent: OpenElement): void {
    const position = this.#source.position(element.offset);
    switch (element.name) {
      case 'rule':
        this.#closeRule(element);
        break;
      case 'item': {
        const { attributes } = element;
        const content = item(sequence(element.parts), attributes.repeat(), attributes.language(), position);
        const weight = attributes.weight();
        if (parent.name === 'one-of') parent.choices.push(choice(content, weight));
        else parent.parts.push(content);
        break;
      }
      case 'one-of':
        if (element.choices.length === 0) {
          throw this.#source.error('syntax', '<one-of> must hold at least one <item>.', element.offset);
        }
        parent.parts.push(alternatives(element.choices, element.attributes.language(), position));
        break;
      case 'token':
        this.#closeToken(element, parent);
        break;
      case 'ruleref':
        parent.parts.push(this.#reference(element));
        break;
      case 'tag': {
        this.#source.spend('tags', element.offset);
        const tag: Tag = { kind: 'tag', text: textOf(element), position };
        if (parent.name === 'grammar') this.#headerTags.push(tag);
        else parent.parts.push(tag);
        break;
      }
      case 'example':
        parent.examples.push(normalizeSpace(textOf(element)));
        break;
      case 'meta':
        this.#metas.push(this.#meta(element));
        break;
      case 'lexicon': {
        const mediaType = element.attributes.get('type');
        const uri = element.attributes.required('uri');
        this.#lexicons.push(mediaType === undefined ? { uri } : { uri, mediaType });
        break;
      }
    }
  }

  #closeRule(element: OpenElement): void {
    const name = element.attributes.required('id');
    if (!srgsRuleName.test(name)) {
      throw element.attributes.invalid(
        `The rule name ${quoteForMessage(name)} is not valid: expected a letter or '_', then letters, digits and '_'.`,
      );
    }
    if (element.parts.length === 0) {
      throw element.attributes.invalid(
        `The rule '${name}' is empty: write <item/> or <ruleref special="NULL"/> for a rule that matches silence.`,
      );
    }
    this.#source.spend('rules', element.offset);
    this.#rules.push({
      name,
      scope: element.attributes.oneOf('scope', ['public', 'private']) ?? 'private',
      examples: element.examples,
      expansion: sequence(element.parts),
      position: this.#source.position(element.offset),
    });
  }

  #closeToken(element: OpenElement, parent: OpenElement): void {
    const text = normalizeSpace(textOf(element));
    if (text === '') throw this.#source.error('syntax', '<token> must not be empty.', element.offset);
    this.#source.spend('tokens', element.offset);
    const language = element.attributes.language();
    const position = this.#source.position(element.offset);
    parent.parts.push({ kind: 'token', text, ...(language === undefined ? {} : { language }), position });
  }

  #reference(element: OpenElement): Expansion {
    const { attributes } = element;
    const position = this.#source.position(element.offset);
    const special = attributes.oneOf<SpecialRuleName>('special', ['NULL', 'VOID', 'GARBAGE']);
    const uri = attributes.get('uri');
    if ((special === undefined) === (uri === undefined)) {
      throw attributes.invalid("<ruleref> must have one of the attributes 'uri' and 'special', not both.");
    }
    if (special !== undefined) return { kind: 'special', name: special, position };
    const target = parseUriReference(uri!.trim(), attributes.get('type'));
    if (target === undefined) {
      throw attributes.invalid(
        `The attribute 'uri' of <ruleref> is ${quoteForMessage(uri!)}: expected '#rule', 'grammar' or 'grammar#rule'.`,
      );
    }
    const language = attributes.language();
    return { kind: 'reference', target, ...(language === undefined ? {} : { language }), position };
  }

  #meta(element: OpenElement): Meta {
    const name = element.attributes.get('name');
    const httpName = element.attributes.get('http-equiv');
    if ((name === undefined) === (httpName === undefined)) {
      throw element.attributes.invalid(
        "<meta> must have one of the attributes 'name' and 'http-equiv', not both.",
      );
    }
    return {
      http: name === undefined,
      name: name ?? httpName!,
      content: element.attributes.required('content'),
    };
  }
}

function textOf(element: OpenElement): string {
  return element.text.map((piece) => piece.text).join('');
}
