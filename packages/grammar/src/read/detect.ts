import { GrammarError } from '../errors.ts';
import { formatNames } from '../format-names.ts';
import type { GrammarFormat } from '../model.ts';
import { quoteForMessage } from './characters.ts';
import { formatOfMediaType } from './media-types.ts';

const EXTENSIONS: Readonly<Record<string, GrammarFormat>> = {
  grxml: 'xml',
  xml: 'xml',
  gram: 'abnf',
  abnf: 'abnf',
  jsgf: 'jsgf',
  jsg: 'jsgf',
};

/**
 * The syntax of a document. All three say what they are in their first characters; a media type that says
 * otherwise is an error, as SRGS demands. Where the content does not say, media type and then extension choose
 * the reader, whose error message is the useful one.
 */
export function detectFormat(text: string, mediaType?: string, uri?: string): GrammarFormat {
  const byContent = formatOfContent(text);
  const byMediaType = mediaType === undefined ? undefined : formatOfMediaType(mediaType);
  if (byContent !== undefined && byMediaType !== undefined && byContent !== byMediaType) {
    throw new GrammarError(
      'invalid',
      `The media type '${mediaType}' stands for ${formatNames[byMediaType]} but the grammar is written in ${formatNames[byContent]}.`,
      { uri, line: 1, column: 1 },
    );
  }
  const format = byContent ?? byMediaType ?? (uri === undefined ? undefined : formatOfExtension(uri));
  if (format !== undefined) return format;
  const found = text.trim() === '' ? 'nothing' : quoteForMessage(text.trimStart().split(/[\r\n]/, 1)[0]!);
  throw new GrammarError(
    'syntax',
    `This is not a grammar: expected '<?xml', '<grammar', '#ABNF 1.0' or '#JSGF V1.0' at its start, found ${found}.`,
    { uri, line: 1, column: 1 },
  );
}

function formatOfContent(text: string): GrammarFormat | undefined {
  if (/^\s*</.test(text)) return 'xml';
  if (/^\s*#ABNF\b/.test(text)) return 'abnf';
  if (/^\s*#JSGF\b/.test(text)) return 'jsgf';
  return undefined;
}

function formatOfExtension(uri: string): GrammarFormat | undefined {
  const extension = /\.([A-Za-z]+)$/.exec(uri.split(/[?#]/, 1)[0]!)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}
