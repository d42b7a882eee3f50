import { SaxesParser } from 'saxes';
import { mannerOf, type SsmlOptions } from '../pronounce.ts';
import type { Segment } from '../segment.ts';
import { ssmlLimits } from './limits.ts';
import { SsmlReader } from './reader.ts';
import { SsmlError } from './ssml-error.ts';

/**
 * The segments of an SSML document. Unknown elements are read through. Throws SsmlError where the XML is not well formed, a
 * value is wrong, or a limit is passed. Only XML's own five entities exist: a document type is refused.
 */
export function parseSsml(xml: string, options: SsmlOptions): Segment[] {
  if (xml.length > ssmlLimits.length)
    throw new SsmlError(
      `The SSML has ${xml.length} characters; at most ${ssmlLimits.length} are accepted`,
      1,
      1,
    );
  // Vendors' elements have prefixes that documents often do not declare: names are names here.
  const parser = new SaxesParser({ xmlns: false, position: true });
  let at = { line: 1, column: 1 };
  const fail = (message: string): never => {
    throw new SsmlError(message, at.line, at.column);
  };
  const reader = new SsmlReader(mannerOf(options), fail);
  let depth = 0;
  let elements = 0;
  parser.on('error', (error) => {
    throw new SsmlError(describe(error.message), parser.line, Math.max(1, parser.column));
  });
  parser.on('doctype', () => {
    at = { line: parser.line, column: Math.max(1, parser.column) };
    fail('A document type is not accepted');
  });
  parser.on('opentagstart', ({ name }) => {
    at = { line: parser.line, column: Math.max(1, parser.column - name.length - 1) };
    if (++depth > ssmlLimits.depth) fail(`Elements are nested more than ${ssmlLimits.depth} deep`);
    if (++elements > ssmlLimits.elements) fail(`There are more than ${ssmlLimits.elements} elements`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const [element, values] = [localName(name), attributes as Record<string, string>];
    if (element === 'voice' && values.name) options.onVoice?.(values.name);
    reader.open(element, values);
  });
  parser.on('closetag', () => {
    depth--;
    reader.close();
  });
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.write(xml).close();
  return reader.segments;
}

/** The prefix of SSML's own elements means nothing; other prefixes belong to the name. */
function localName(name: string): string {
  return name.replace(/^ssml:/, '');
}

function describe(message: string): string {
  const detail = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  return `The XML is not well formed: ${detail}`;
}
