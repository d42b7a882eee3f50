import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { GrammarDocument } from '../model.ts';
import { checkDocument } from './check.ts';
import type { Source } from './source.ts';
import { XmlGrammar } from './xml-grammar.ts';

/**
 * SRGS 1.0 in its XML form. A document type is read over: only XML's own five entities exist, nothing is fetched.
 * Elements and attributes of other namespaces are ignored with all they hold.
 */
export function readXml(source: Source): GrammarDocument {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const grammar = new XmlGrammar(source);
  // Events come after what they report, so text runs from the end of the one before to the `<` just read.
  let textStart = 0;
  let tagStart = 0;

  parser.on('error', (error) => {
    throw source.error('syntax', describe(error.message), Math.max(0, parser.position - 1));
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    grammar.open(tag, tagStart);
    textStart = parser.position;
  });
  parser.on('opentagstart', (tag) => {
    tagStart = parser.position - tag.name.length - 2;
  });
  parser.on('closetag', () => {
    grammar.close();
    textStart = parser.position;
  });
  parser.on('text', (text) => {
    grammar.text({ text, start: textStart, end: parser.position - 1 });
  });
  parser.on('cdata', (text) => {
    const end = parser.position - 3;
    grammar.text({ text, start: source.text.lastIndexOf('<![CDATA[', end) + 9, end });
    textStart = parser.position;
  });
  // The only event that comes before its closing `>`.
  parser.on('comment', () => {
    textStart = parser.position + 1;
  });
  parser.on('processinginstruction', () => {
    textStart = parser.position;
  });
  parser.write(source.text).close();

  const document = grammar.finish();
  checkDocument(document, grammar.places);
  return document;
}

function describe(message: string): string {
  const detail = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  return `The XML is not well formed: ${detail}.`;
}
