import { TextDecoder } from 'node:util';
import { quote, ServiceError } from '../errors/index.ts';
import { parseMediaType } from './media-type.ts';

/** Decodes text by the charset that its Content-Type names, by UTF-8 where it names none; `what` is the text. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, what: string): string {
  const decoder = decoderOf(contentType, what);
  try {
    // In two calls: in one, Node 20 and 22 read windows-1252, which ISO-8859-1 stands for too, without its signs from 0x80.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    throw new ServiceError(
      'ERR_MALFORMED_REQUEST',
      `${what} has bytes that are not valid ${decoder.encoding.toUpperCase()}; send UTF-8, or name the charset in the Content-Type`,
    );
  }
}

/** Refuses a charset that nothing can be decoded by. */
export function checkCharset(contentType: string | undefined, what: string): void {
  decoderOf(contentType, what);
}

function decoderOf(contentType: string | undefined, what: string): TextDecoder {
  const media = parseMediaType(contentType ?? '');
  if (media?.repeated === 'charset') {
    throw new ServiceError('ERR_INVALID_PARAMETER', `Content-Type ${quote(contentType!)} has charset twice`);
  }
  const charset = media?.parameters.get('charset') ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new ServiceError(
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      `the charset of ${what} is ${quote(charset)}, which is unknown; send UTF-8`,
    );
  }
}
