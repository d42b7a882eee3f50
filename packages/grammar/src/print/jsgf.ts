import type { Alternatives, Expansion, GrammarDocument, Item, Rule, Token } from '../model.ts';
import { jsgfPackageName, jsgfRuleName, normalizeSpace } from '../read/characters.ts';
import { tagKind } from '../tag-format.ts';
import { walk } from '../walk.ts';
import { printExamples } from './examples.ts';
import { notExpressible, printable } from './expressible.ts';

/** JSGF 1.0, UTF-8. */
export function printJsgf(document: GrammarDocument): string {
  checkDocument(document);
  const name = document.packageName ?? document.root ?? 'main';
  const language = document.language === undefined ? '' : ` ${document.language}`;
  const lines = [
    `#JSGF V1.0 UTF-8${language};`,
    `grammar ${jsgfPackageName.test(name) ? name : 'main'};`,
    ...document.imports.map((entry) => `import <${entry.grammar}.${entry.rule}>;`),
    ...document.rules.map((rule) => printRule(rule, document.root)),
  ];
  return `${lines.join('\n')}\n`;
}

function checkDocument(document: GrammarDocument): void {
  if (document.mode === 'dtmf') throw notExpressible('jsgf', 'a DTMF grammar');
  if (document.headerTags.length > 0) {
    throw notExpressible('jsgf', 'tags before the rules', document.headerTags[0]!.position);
  }
  const literal = tagKind(document) === 'literal';
  for (const rule of document.rules) {
    if (!jsgfRuleName.test(rule.name))
      throw notExpressible('jsgf', `the rule name '${rule.name}'`, rule.position);
    if (literal) continue;
    for (const part of walk(rule.expansion)) {
      if (part.kind === 'tag') {
        throw notExpressible(
          'jsgf',
          `tags of the format '${document.tagFormat}': its own are plain text`,
          part.position,
        );
      }
    }
  }
}

/** All public rules of a JSGF grammar are active at once, so beside a root no other rule may be public. */
function printRule(rule: Rule, root: string | undefined): string {
  const isPublic = root === undefined ? rule.scope === 'public' : rule.name === root;
  const examples = printExamples(rule.examples, 'jsgf', rule.position);
  return `\n${examples}${isPublic ? 'public ' : ''}<${rule.name}> = ${printBody(rule.expansion)};`;
}

function printBody(expansion: Expansion): string {
  return expansion.kind === 'alternatives' && expansion.choices.length > 0
    ? printChoices(expansion)
    : printSequence(expansion);
}

function printChoices({ choices, language, position }: Alternatives): string {
  refuseLanguage(language, position);
  const weighted = choices.some((choice) => choice.weight !== undefined);
  return choices
    .map(({ weight, expansion }) => `${weighted ? `/${weight ?? 1}/ ` : ''}${printSequence(expansion)}`)
    .join(' | ');
}

/** A tag belongs to what stands before it, so one in front gets `<NULL>` to stand on. */
function printSequence(expansion: Expansion): string {
  const parts = expansion.kind === 'sequence' ? expansion.items : [expansion];
  if (parts.length === 0) return '<NULL>';
  return parts
    .map((part, index) => {
      if (part.kind === 'tag') return `${index === 0 ? '<NULL> ' : ''}${printTag(part.text)}`;
      // One operator is all an element takes: `(a*) {tag}`, not `a* {tag}`.
      const tagged = parts[index + 1]?.kind === 'tag' && part.kind === 'item';
      return tagged ? `(${printBody(part)})` : printElement(part);
    })
    .join(' ');
}

function printElement(expansion: Expansion): string {
  switch (expansion.kind) {
    case 'sequence':
      return expansion.items.length === 0 ? '<NULL>' : `(${printSequence(expansion)})`;
    case 'alternatives':
      return expansion.choices.length === 0 ? '<VOID>' : `(${printChoices(expansion)})`;
    case 'item':
      return printItem(expansion);
    case 'token':
      return printToken(expansion);
    case 'reference':
      refuseLanguage(expansion.language, expansion.position);
      if (expansion.target.kind === 'external') {
        throw notExpressible('jsgf', `a reference to '${expansion.target.uri}'`, expansion.position);
      }
      return `<${expansion.target.name}>`;
    case 'special':
      if (expansion.name === 'GARBAGE') throw notExpressible('jsgf', 'GARBAGE', expansion.position);
      return `<${expansion.name}>`;
    case 'tag':
      return `(<NULL> ${printTag(expansion.text)})`;
  }
}

/** More copies than this are no longer a grammar anyone wants to read. */
const MAX_COPIES = 50;

function printItem(item: Item): string {
  const { expansion, repeat, language, position } = item;
  refuseLanguage(language, position);
  if (repeat === undefined) return printElement(expansion);
  if (repeat.probability !== undefined) throw notExpressible('jsgf', 'the probability of a repeat', position);
  const { min, max } = repeat;
  if (max === 0) return '<NULL>';
  if (min === 0 && max === 1) return `[${printBody(expansion)}]`;
  const element = expansion.kind === 'item' ? `(${printBody(expansion)})` : printElement(expansion);
  if (max === Number.POSITIVE_INFINITY && min <= 1) return `${element}${min === 0 ? '*' : '+'}`;
  // Any number of turns of NULL or a tag counts as one.
  if (matchesOnlySilence(expansion)) return min === 0 ? `[${printBody(expansion)}]` : element;
  return `(${printCopies(element, item)})`;
}

function printCopies(element: string, { repeat, position }: Item): string {
  const { min, max } = repeat!;
  const optional = max === Number.POSITIVE_INFINITY ? 0 : max - min;
  if (min + optional > MAX_COPIES) {
    throw notExpressible('jsgf', `a repeat of more than ${MAX_COPIES} counted turns`, position);
  }
  const copies = new Array<string>(min).fill(element);
  if (max === Number.POSITIVE_INFINITY) copies[min - 1] = `${element}+`;
  if (optional > 0)
    copies.push(`${`[${element} `.repeat(optional - 1)}[${element}]${']'.repeat(optional - 1)}`);
  const text = copies.join(' ');
  if (text.length > 1_000_000) throw notExpressible('jsgf', 'nested counted repeats of this size', position);
  return text;
}

function matchesOnlySilence(expansion: Expansion): boolean {
  for (const part of walk(expansion)) {
    if (part.kind === 'token' || part.kind === 'reference') return false;
    if (part.kind === 'special' && part.name !== 'NULL') return false;
  }
  return true;
}

function printToken({ text, language, position }: Token): string {
  refuseLanguage(language, position);
  const word = printable('jsgf', normalizeSpace(text), position);
  if (word === '') throw notExpressible('jsgf', 'an empty token', position);
  if (/^[^ ;=|*+<>()[\]{}/"\\]+$/.test(word)) return word;
  return `"${word.replace(/["\\]/g, '\\$&')}"`;
}

function printTag(text: string): string {
  return `{${printable('jsgf', text).replace(/[\\}]/g, '\\$&')}}`;
}

function refuseLanguage(language: string | undefined, position: Item['position']): void {
  if (language !== undefined)
    throw notExpressible('jsgf', `the language '${language}' of one part`, position);
}
