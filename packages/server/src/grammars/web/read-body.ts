import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { quote } from '../../errors/index.ts';
import { notFound, tooLarge } from '../load-failure.ts';

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

export interface Body extends AsyncIterable<Uint8Array> {}

/** The whole body, decompressed; stops at the limit, before and after decompression. */
export async function readBody(body: Body, encoding: string, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return decoded(Buffer.concat(chunks), encoding.trim().toLowerCase(), limit);
}

async function decoded(bytes: Uint8Array, encoding: string, limit: number): Promise<Uint8Array> {
  if (encoding === '' || encoding === 'identity') return bytes;
  if (!Object.hasOwn(DECODERS, encoding)) {
    throw notFound(`its host sent it with the unknown Content-Encoding ${quote(encoding)}`);
  }
  try {
    return await DECODERS[encoding]!(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw notFound(`its host sent ${encoding} data that cannot be decompressed`, { cause: error });
  }
}
