import { TextDecoder } from 'node:util';
import { GrammarError, type GrammarErrorPlace } from '../errors.ts';

/**
 * The text of a document: by its byte order mark, else by the pattern that UTF-16 makes of the first character, else by
 * the charset of its media type, else by the encoding it declares in its first line, else as UTF-8. For XML, RFC 7303
 * has the same order.
 */
export function decodeSource(
  source: Uint8Array | string,
  uri: string | undefined,
  charset: string | undefined,
): string {
  if (typeof source === 'string') return source.replace(/^\ufeff/, '');
  const encoding = byteOrder(source) ?? charset ?? declaredEncoding(source, uri) ?? 'utf-8';
  return decode(source, encoding, uri).replace(/^\ufeff/, '');
}

function byteOrder(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark: every syntax begins with an ASCII character, `<` or `#`.
  if (bytes.length > 3 && first !== 0 && second === 0) return 'utf-16le';
  if (bytes.length > 3 && first === 0 && second !== 0) return 'utf-16be';
  return undefined;
}

const DECLARATIONS = [
  /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/,
  /^#ABNF[ \t]+\S+[ \t]+([A-Za-z0-9._:-]+)\s*;/,
  /^#JSGF[ \t]+\S+[ \t]+([A-Za-z0-9._:-]+)[^;\r\n]*;/,
];

function declaredEncoding(bytes: Uint8Array, uri: string | undefined): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  for (const declaration of DECLARATIONS) {
    const encoding = declaration.exec(start)?.[1];
    if (encoding === undefined) continue;
    // The declaration itself was readable as ASCII, so these can only be a file converted without being edited.
    if (/^(utf-?16|ucs-?2|utf-?32|ucs-?4)/i.test(encoding)) {
      throw new GrammarError(
        'syntax',
        `The grammar declares the encoding '${encoding}' but its bytes are not in it.`,
        { uri, line: 1, column: 1 },
      );
    }
    return encoding;
  }
  return undefined;
}

function decode(bytes: Uint8Array, encoding: string, uri: string | undefined): string {
  const place: GrammarErrorPlace = { uri, line: 1, column: 1 };
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch {
    throw new GrammarError('syntax', `The encoding '${encoding}' of the grammar is not known.`, place);
  }
  try {
    // In two calls: in one, Node 20 and 22 read windows-1252, which ISO-8859-1 stands for too, without its signs from 0x80.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    const reason = `The grammar has bytes that are not valid ${encoding.toUpperCase()}.`;
    throw new GrammarError('syntax', reason, { uri, ...firstBadByte(bytes, encoding) });
  }
}

function firstBadByte(bytes: Uint8Array, encoding: string): { line: number; column: number } {
  const before = new TextDecoder(encoding).decode(bytes).split('\ufffd', 1)[0]!;
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
