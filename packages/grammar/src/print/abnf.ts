import type { Expansion, GrammarDocument, Item, Rule, RuleReference, Token } from '../model.ts';
import { normalizeSpace } from '../read/characters.ts';
import { printExamples } from './examples.ts';
import {
  checkSrgsRuleNames,
  notExpressible,
  plainNumber,
  printable,
  srgsLanguage,
  srgsUriReference,
} from './expressible.ts';
import { printRepeat } from './xml.ts';

/** SRGS 1.0 in its ABNF form, UTF-8. */
export function printAbnf(document: GrammarDocument): string {
  checkSrgsRuleNames(document, 'abnf');
  if (document.imports.length > 0)
    throw notExpressible('abnf', 'JSGF imports', document.imports[0]!.position);
  const language = srgsLanguage(document);
  const { root, tagFormat, base } = document;
  const lines = [
    '#ABNF 1.0 UTF-8;',
    ...(language === undefined ? [] : [`language ${language};`]),
    `mode ${document.mode};`,
    ...(root === undefined ? [] : [`root $${root};`]),
    ...(tagFormat === undefined ? [] : [`tag-format ${uri(tagFormat)};`]),
    ...(base === undefined ? [] : [`base ${uri(base)};`]),
    ...document.lexicons.map((lexicon) => `lexicon ${uri(lexicon.uri, lexicon.mediaType)};`),
    ...document.metas.map(
      ({ http, name, content }) => `${http ? 'http-equiv' : 'meta'} ${quoted(name)} is ${quoted(content)};`,
    ),
    ...document.headerTags.map((tag) => `${printTag(tag.text)};`),
    ...document.rules.map(printRule),
  ];
  return `${lines.join('\n')}\n`;
}

function printRule(rule: Rule): string {
  const { expansion } = rule;
  const body =
    expansion.kind === 'alternatives' && expansion.language === undefined && expansion.choices.length > 1
      ? `\n    ${printChoices(expansion.choices).join('\n  | ')}\n`
      : ` ${printBody(expansion)}`;
  return `\n${printExamples(rule.examples, 'abnf', rule.position)}${rule.scope} $${rule.name} =${body};`;
}

/** What stands in a rule or in parentheses: no parentheses of its own. */
function printBody(expansion: Expansion): string {
  if (expansion.kind === 'alternatives' && expansion.language === undefined && expansion.choices.length > 0) {
    return printChoices(expansion.choices).join(' | ');
  }
  return printSequence(expansion);
}

function printChoices(
  choices: readonly { readonly weight?: number; readonly expansion: Expansion }[],
): string[] {
  return choices.map(
    ({ weight, expansion }) =>
      `${weight === undefined ? '' : `/${plainNumber(weight)}/ `}${printSequence(expansion)}`,
  );
}

function printSequence(expansion: Expansion): string {
  if (expansion.kind !== 'sequence' || expansion.items.length === 0) return printElement(expansion);
  return expansion.items.map(printElement).join(' ');
}

function printElement(expansion: Expansion): string {
  switch (expansion.kind) {
    case 'sequence':
      return expansion.items.length === 0 ? '()' : `(${printSequence(expansion)})`;
    case 'alternatives':
      if (expansion.choices.length === 0) return '$VOID';
      return `(${printChoices(expansion.choices).join(' | ')})${attach(expansion.language)}`;
    case 'item':
      return printItem(expansion);
    case 'token':
      return printToken(expansion);
    case 'reference':
      return printReference(expansion);
    case 'special':
      return `$${expansion.name}`;
    case 'tag':
      return printTag(expansion.text);
  }
}

function printItem({ expansion, repeat, language }: Item): string {
  if (repeat === undefined) {
    return language === undefined ? printElement(expansion) : `(${printBody(expansion)})${attach(language)}`;
  }
  const { min, max, probability } = repeat;
  if (min === 0 && max === 1 && probability === undefined)
    return `[${printBody(expansion)}]${attach(language)}`;
  const grouped = language !== undefined || expansion.kind === 'item';
  const element = grouped ? `(${printBody(expansion)})${attach(language)}` : printElement(expansion);
  const chance = probability === undefined ? '' : ` /${plainNumber(probability)}/`;
  return `${element}<${printRepeat(min, max)}${chance}>`;
}

function printToken({ text, language, position }: Token): string {
  const word = printable('abnf', normalizeSpace(text), position);
  if (word === '') throw notExpressible('abnf', 'an empty token', position);
  if (word.includes('"')) throw notExpressible('abnf', `the double quote in the token '${word}'`, position);
  const plain = /^[^ ;=|*+?<>()[\]{}/$!]+$/.test(word);
  return `${plain ? word : `"${word}"`}${attach(language)}`;
}

function printReference(reference: RuleReference): string {
  const { target, language } = reference;
  if (target.kind === 'local') return `$${target.name}${attach(language)}`;
  const mediaType = target.kind === 'external' ? target.mediaType : undefined;
  return `$${uri(srgsUriReference(reference, 'abnf'), mediaType)}${attach(language)}`;
}

/** Braces end a plain tag, `}!}` the other kind: text that closes both cannot be written. */
function printTag(text: string): string {
  printable('abnf', text);
  if (!text.includes('}') && !text.startsWith('!{')) return `{${text}}`;
  if (`${text}}!}`.indexOf('}!}') !== text.length) throw notExpressible('abnf', "'}!}' in a tag");
  return `{!{${text}}!}`;
}

function uri(text: string, mediaType?: string): string {
  if (text.includes('>') || mediaType?.includes('>'))
    throw notExpressible('abnf', `'>' in the URI '${text}'`);
  return mediaType === undefined ? `<${text}>` : `<${text}>~<${mediaType}>`;
}

function quoted(text: string): string {
  printable('abnf', text);
  if (!text.includes('"')) return `"${text}"`;
  if (text.includes("'")) throw notExpressible('abnf', `both kinds of quotes in the meta '${text}'`);
  return `'${text}'`;
}

function attach(language: string | undefined): string {
  return language === undefined ? '' : `!${language}`;
}
