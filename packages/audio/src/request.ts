import { type Container, detectContainer, detectHeader, nameForeign, nameForeignHeader } from './detect.ts';
import { AudioError, unsupported } from './errors.ts';
import { looksLikeGsm } from './pcm/detect-gsm.ts';
import { gsmRate } from './pcm/gsm.ts';
import type { RawFormat } from './pcm/raw.ts';
import { checkRate } from './resample/resampler.ts';

/** Time and memory of a whole decode are limited by the process that calls it; these bound what it may ask. */
export interface AudioLimits {
  /** More bytes than this are refused. Default 256 MiB. */
  maxBytes: number;
  /** The decode stops here, with `truncated` set. Default 600. */
  maxSeconds: number;
}

export interface DecodeRequest {
  /** Decode the bytes as this and nothing else, whatever they look like. Without it they must have a header. */
  raw?: RawFormat | undefined;
  /** With `raw`: refuse bytes that start like a file with a header. */
  refuseHeader?: boolean | undefined;
  /** With `raw`: decode bytes that start like a file with a header as that file. */
  preferHeader?: boolean | undefined;
  /** Without `raw`: accept GSM frames without a header too, where all bytes show that they are. */
  detectGsm?: boolean | undefined;
  /** Refuse every container but these. */
  accept?: readonly Container[] | undefined;
  /** Samples per second of the result, 4,000 to 192,000; default 16,000. */
  rate?: number | undefined;
  limits?: Partial<AudioLimits> | undefined;
  /** Stops the decode between two pieces of work; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const defaultRate = 16_000;
const defaultLimits: AudioLimits = { maxBytes: 256 * 1024 * 1024, maxSeconds: 600 };

export const wantedRate = (request: DecodeRequest): number => request.rate ?? defaultRate;

/** What the bytes are, and how much of them is wanted. */
export interface CheckedRequest {
  readonly format: Container | RawFormat;
  readonly maxSeconds: number;
}

/** Refuses a request that cannot be met, and otherwise says what the bytes are and how much of them is wanted. */
export function checkRequest(bytes: Uint8Array, request: DecodeRequest): CheckedRequest {
  const rate = wantedRate(request);
  const { maxBytes, maxSeconds } = { ...defaultLimits, ...request.limits };
  checkRate(rate);
  if (!(maxSeconds * rate >= 1)) {
    throw new AudioError('invalid-request', `maxSeconds must leave room for a sample, not be ${maxSeconds}`);
  }
  if (bytes.length === 0) throw new AudioError('empty', 'there are no audio bytes');
  if (bytes.length > maxBytes) {
    throw new AudioError('too-large', `${bytes.length} bytes of audio; the limit is ${maxBytes}`);
  }
  request.signal?.throwIfAborted();
  return {
    format: request.raw ? declared(bytes, request.raw, request) : detected(bytes, request),
    maxSeconds,
  };
}

function declared(
  bytes: Uint8Array,
  raw: RawFormat,
  { refuseHeader, preferHeader }: DecodeRequest,
): Container | RawFormat {
  if (!refuseHeader && !preferHeader) return raw;
  const header = detectHeader(bytes);
  if (header && preferHeader) return header;
  const name = header ?? nameForeignHeader(bytes);
  if (name === undefined) return raw;
  throw new AudioError(
    'not-accepted',
    `the audio was declared raw ${raw.encoding}, but its first bytes are the header of a file: ${name}`,
  );
}

function detected(bytes: Uint8Array, { accept, detectGsm }: DecodeRequest): Container | RawFormat {
  // Before the search for MP3 frames, which looks further than the start.
  if (detectGsm && looksLikeGsm(bytes)) return { encoding: 'gsm', rate: gsmRate };
  const container = detectContainer(bytes);
  if (!container) {
    const foreign = nameForeign(bytes);
    if (foreign) throw unsupported(`${foreign} is not supported`);
    throw new AudioError('unknown-format', `the ${bytes.length} bytes start like no known audio format`);
  }
  if (accept && !accept.includes(container)) {
    throw new AudioError('not-accepted', `the audio is ${container}; accepted here: ${accept.join(', ')}`);
  }
  return container;
}
