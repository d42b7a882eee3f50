import { type DecodedAudio, decodeAudio } from '../decode.ts';
import { type Container, detectContainer, detectHeader } from '../detect.ts';
import { AudioError } from '../errors.ts';
import { bytesToFindFrames } from '../mp3/frame-header.ts';
import { id3End, id3Header } from '../mp3/id3.ts';
import { type DecodeRequest, wantedRate } from '../request.ts';
import { cutOgg } from './cut-ogg.ts';
import { cutRaw, cutWav } from './cut-samples.ts';
import { headerEnd } from './header-end.ts';

/** Where a live stream is: plain data, so that the next part may be decoded by another process. */
export interface LivePosition {
  /** Stands in front of the bytes that are passed: the header of the container. */
  readonly prefix: Uint8Array;
  /** Samples of the bytes that were kept that have been returned before. */
  readonly given: number;
  /** There was audio; whether it is raw: what follows is not taken for a header then. */
  readonly begun?: 'raw' | 'file';
}

export interface LiveRequest extends DecodeRequest {
  /** Whether the audio ends with these bytes. */
  readonly last: boolean;
  /** Samples are returned in whole blocks of this many, but for the last ones. */
  readonly block: number;
}

export interface LivePart {
  readonly samples: Float32Array;
  /** How many of the passed bytes, from their end, have to be passed again in front of the next ones. */
  readonly keep: number;
  readonly next: LivePosition;
  /** This kind of file is decoded when its last byte is there: nothing is returned before. */
  readonly whole?: true;
  /** How many bytes it takes to know what kind of audio this is. */
  readonly least?: number;
}

/** How the bytes of a stream can be cut: what is before the cut is never needed again. */
export interface LiveCut {
  readonly prefix: Uint8Array;
  /** Passed bytes before the cut. */
  readonly dropped: number;
  /** Samples before the cut; undefined where only another decode tells. */
  readonly samples?: number;
  /** Seconds that a decoder needs in front of what is new. Default 0. */
  readonly runUp?: number;
}

const none = new Uint8Array();
const start: LivePosition = { prefix: none, given: 0 };

/** No header is shorter, nor is 10 ms of audio at 8 kHz. */
const leastHeader = 64;
/** A header is recognised within so many bytes, but for its tags and chunks, or it is none. */
const longestHeader = 65_536;
/** Containers that are decoded in parts. */
const cuttable: readonly (Container | 'raw')[] = ['raw', 'wav', 'ogg-opus'];
/** What more bytes may mend. */
const unfinished = ['unknown-format', 'malformed', 'empty'];
/**
 * Samples at the lower of both rates that the resampling filter looks ahead, and back: 38, and a few for its first stage.
 * Tests compare many rates with a decode in one piece.
 */
const filterReach = 60;

/**
 * Decodes the next part of a stream that is still being received. The result is what `decodeAudio` returns for the whole,
 * but for Opus, whose decoder starts again half a second before each part and is then within its own noise. No
 * decoder is held between two parts: bytes of the past are decoded again, a fraction of a second of them.
 *
 * PCM and G.711, raw or in a WAV file, and Opus in Ogg are decoded as they come.
 */
export async function decodeLive(
  bytes: Uint8Array,
  request: LiveRequest,
  position: LivePosition = start,
): Promise<LivePart> {
  const all = position.prefix.length > 0 ? Buffer.concat([position.prefix, bytes]) : bytes;
  const asked = position.begun === 'raw' ? { ...request, refuseHeader: false, preferHeader: false } : request;
  const waiting = { samples: new Float32Array(), keep: bytes.length, next: position };
  // Raw audio is decoded from its first sample on, unless it begins with a header: that has to be there.
  const looksForHeader = !position.begun && (request.preferHeader || request.refuseHeader);
  if (looksForHeader && !request.last && bytes.length < leastHeader) return waiting;
  const least = position.begun || request.last ? undefined : bytesToTell(bytes, looksForHeader === true);
  if (least !== undefined) return { ...waiting, least };
  const detect = looksForHeader ? detectHeader : detectContainer;
  const container = position.begun || request.last ? undefined : detect(bytes);
  const header = headerEnd(bytes, container);
  if (header !== undefined && header > bytes.length) return { ...waiting, least: header };
  let decoded: DecodedAudio;
  try {
    decoded = await decodeAudio(all, asked);
  } catch (error) {
    if (!(error instanceof AudioError && unfinished.includes(error.code))) throw error;
    // Nothing, or less than a sample, is no audio, but it may follow some.
    if (position.begun) return waiting;
    if (request.last) throw error;
    if (container && !cuttable.includes(container)) return { ...waiting, whole: true };
    if (bytes.length < Math.max(id3End(bytes), header ?? 0) + longestHeader) return waiting;
    throw error;
  }
  const { samples, found } = decoded;
  const isRaw = found.container === 'raw';
  const isCuttable = cuttable.includes(found.container) && !(isRaw && found.codec === 'gsm');
  if (!isCuttable && !request.last) return { ...waiting, whole: true };

  const rate = wantedRate(request);
  const resampled = found.codec !== 'opus' && found.rate !== rate;
  // Seconds near the end that still change with the bytes that follow.
  const reach = resampled ? filterReach / Math.min(found.rate, rate) : 0;
  const certain = samples.length - Math.ceil(reach * rate);
  const blocks = Math.max(0, Math.floor((certain - position.given) / request.block)) * request.block;
  const until = request.last ? samples.length : position.given + blocks;
  const fresh = samples.slice(Math.min(position.given, until), until);
  if (request.last) return { samples: fresh, keep: 0, next: start };

  const begun: LivePosition['begun'] = isRaw ? 'raw' : 'file';
  const next = { ...position, given: until, begun };
  const settled = until / rate - 2 * reach;
  const cut = isRaw
    ? cutRaw(request.raw!, settled, rate)
    : found.container === 'wav'
      ? cutWav(all, position.prefix.length, settled, rate)
      : cutOgg(all, position.prefix.length, settled);
  if (!cut) return { samples: fresh, keep: bytes.length, next };
  const kept = bytes.subarray(cut.dropped);
  const gone = cut.samples ?? samples.length - (await samplesIn(cut.prefix, kept, asked));
  const given = until - gone;
  if (given < (cut.runUp ?? 0) * rate) return { samples: fresh, keep: bytes.length, next };
  return { samples: fresh, keep: kept.length, next: { ...next, prefix: cut.prefix, given } };
}

/**
 * How many bytes it takes to tell whether this is an MP3 file, or a FLAC file behind ID3 tags; undefined where there are
 * enough. Neither can be recognised before its tags end, and without a header any bytes could be samples.
 */
function bytesToTell(bytes: Uint8Array, maybeRaw: boolean): number | undefined {
  const tags = id3End(bytes);
  if (tags > 0 && bytes.length < tags + id3Header) return tags + id3Header;
  return maybeRaw ? bytesToFindFrames(bytes, tags) : undefined;
}

async function samplesIn(prefix: Uint8Array, bytes: Uint8Array, request: DecodeRequest): Promise<number> {
  return (await decodeAudio(Buffer.concat([prefix, bytes]), request)).samples.length;
}
