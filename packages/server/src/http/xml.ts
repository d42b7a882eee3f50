/**
 * An XML writer for answers: plain objects to elements. Small on purpose: answers are shallow trees of texts,
 * numbers and booleans, and building a document object first costs more than writing the text.
 */
export type XmlValue = string | number | boolean | XmlList | XmlObject;
export interface XmlObject {
  readonly [element: string]: XmlValue | undefined;
}
/** A list is written as repeated elements of one name inside its parent. */
export interface XmlList {
  readonly element: string;
  readonly items: readonly XmlValue[];
}

export function writeXml(root: string, value: XmlValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, value)}`;
}

function element(name: string, value: XmlValue): string {
  const content = contentOf(value);
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

function contentOf(value: XmlValue): string {
  if (typeof value !== 'object') return escapeText(String(value));
  if (isList(value)) return value.items.map((item) => element(value.element, item)).join('');
  return Object.entries(value)
    .map(([name, child]) => (child === undefined ? '' : element(name, child)))
    .join('');
}

function isList(value: XmlList | XmlObject): value is XmlList {
  return Array.isArray(value.items);
}

// XML 1.0 cannot write most control characters and lone surrogates; the replacement character stands in.
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

function escapeText(text: string): string {
  return text.replace(UNWRITABLE, '\ufffd').replace(/[&<>\r]/g, (character) => ESCAPES[character]!);
}
