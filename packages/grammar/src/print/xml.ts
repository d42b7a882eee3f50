import type { Alternatives, Choice, Expansion, GrammarDocument, Item, Rule, Token } from '../model.ts';
import { normalizeSpace } from '../read/characters.ts';
import { GRAMMAR_NAMESPACE } from '../read/xml-grammar.ts';
import {
  checkSrgsRuleNames,
  notExpressible,
  plainNumber,
  printable,
  srgsLanguage,
  srgsUriReference,
} from './expressible.ts';

/** SRGS 1.0 in its XML form, UTF-8. */
export function printXml(document: GrammarDocument): string {
  checkSrgsRuleNames(document, 'xml');
  if (document.imports.length > 0) throw notExpressible('xml', 'JSGF imports', document.imports[0]!.position);
  const header = element('grammar', {
    xmlns: GRAMMAR_NAMESPACE,
    version: '1.0',
    'xml:lang': srgsLanguage(document),
    mode: document.mode,
    root: document.root,
    'tag-format': document.tagFormat,
    'xml:base': document.base,
  });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${header}>`,
    ...document.metas.map(
      ({ http, name, content }) =>
        `  <${element('meta', { [http ? 'http-equiv' : 'name']: name, content })}/>`,
    ),
    ...document.lexicons.map(({ uri, mediaType }) => `  <${element('lexicon', { uri, type: mediaType })}/>`),
    ...document.headerTags.map((tag) => `  ${printTag(tag.text)}`),
    ...document.rules.map(printRule),
    '</grammar>',
  ];
  return `${lines.join('\n')}\n`;
}

function printRule(rule: Rule): string {
  const lines = [
    `  <${element('rule', { id: rule.name, scope: rule.scope })}>`,
    ...rule.examples.map((example) => `    <example>${escapeText(example)}</example>`),
    `    ${printContent(rule.expansion, '    ') || '<item/>'}`,
    '  </rule>',
  ];
  return lines.join('\n');
}

/** What stands inside a rule or an item. */
function printContent(expansion: Expansion, indent: string): string {
  if (expansion.kind !== 'sequence') return printPart(expansion, indent);
  return expansion.items.map((part) => printPart(part, indent)).join(' ');
}

function printPart(expansion: Expansion, indent: string): string {
  switch (expansion.kind) {
    case 'sequence':
      return expansion.items.length === 0 ? '<item/>' : `<item>${printContent(expansion, indent)}</item>`;
    case 'alternatives':
      return printAlternatives(expansion, indent);
    case 'item':
      return printItem(expansion, undefined, indent);
    case 'token':
      return printToken(expansion);
    case 'reference': {
      const mediaType = expansion.target.kind === 'external' ? expansion.target.mediaType : undefined;
      const uri = srgsUriReference(expansion, 'xml');
      return `<${element('ruleref', { uri, type: mediaType, 'xml:lang': expansion.language })}/>`;
    }
    case 'special':
      return `<ruleref special="${expansion.name}"/>`;
    case 'tag':
      return printTag(expansion.text);
  }
}

function printAlternatives({ choices, language }: Alternatives, indent: string): string {
  if (choices.length === 0) return '<ruleref special="VOID"/>';
  const inner = `${indent}  `;
  const items = choices.map((choice) => `\n${inner}${printChoice(choice, inner)}`);
  return `<${element('one-of', { 'xml:lang': language })}>${items.join('')}\n${indent}</one-of>`;
}

function printChoice({ weight, expansion }: Choice, indent: string): string {
  const inner: Item = expansion.kind === 'item' ? expansion : { kind: 'item', expansion };
  return printItem(inner, weight, indent);
}

function printItem(
  { expansion, repeat, language }: Item,
  weight: number | undefined,
  indent: string,
): string {
  const tag = element('item', {
    weight: weight === undefined ? undefined : plainNumber(weight),
    repeat: repeat === undefined ? undefined : printRepeat(repeat.min, repeat.max),
    'repeat-prob': repeat?.probability === undefined ? undefined : plainNumber(repeat.probability),
    'xml:lang': language,
  });
  const content = printContent(expansion, indent);
  return content === '' ? `<${tag}/>` : `<${tag}>${content}</item>`;
}

export function printRepeat(min: number, max: number): string {
  if (max === min) return String(min);
  return max === Number.POSITIVE_INFINITY ? `${min}-` : `${min}-${max}`;
}

function printToken({ text, language, position }: Token): string {
  const word = normalizeSpace(text);
  if (word === '') throw notExpressible('xml', 'an empty token', position);
  if (language === undefined && !/[ "]/.test(word)) return escapeText(word);
  return `<${element('token', { 'xml:lang': language })}>${escapeText(word)}</token>`;
}

/** Scripts stay readable in a CDATA section, which cannot hold its own end nor keep a carriage return. */
function printTag(text: string): string {
  const asData = /[<&]/.test(text) && !/\]\]>|\r/.test(text);
  return `<tag>${asData ? `<![CDATA[${printable('xml', text)}]]>` : escapeText(text)}</tag>`;
}

function element(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}="${escapeAttribute(value)}"`],
  );
  return [name, ...written].join(' ');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

function escapeText(text: string): string {
  return printable('xml', text).replace(/[&<>\r]/g, (character) => ESCAPES[character]!);
}

function escapeAttribute(text: string): string {
  return printable('xml', text).replace(/[&<>"\r\n\t]/g, (character) => ESCAPES[character]!);
}
