/**
 * One message of the bus on a channel: six bytes of header, then a part of a message. Frames are numbered, because a
 * bus that restarts loses what was on its way.
 */
export interface Frame {
  readonly type: FrameType;
  /** The last part of a message; of `data` only. */
  readonly end: boolean;
  /** Of `data`: its number. Of `ack` and `beat`: the number that is expected next. */
  readonly sequence: number;
  readonly payload: Uint8Array;
}

/** `reset`: there is no such channel (any more). */
export type FrameType = 'data' | 'ack' | 'beat' | 'reset';

export const HEADER_BYTES = 6;
const TYPES: readonly FrameType[] = ['data', 'ack', 'beat', 'reset'];

/** The bytes of a frame with room for a payload behind its header. */
export function newFrame(type: FrameType, sequence: number, payloadBytes = 0): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + payloadBytes);
  bytes[0] = TYPES.indexOf(type);
  new DataView(bytes.buffer).setUint32(2, sequence);
  return bytes;
}

export function markEnd(frame: Uint8Array): void {
  frame[1] = 1;
}

/** Undefined where the bytes are no frame. */
export function readFrame(bytes: Uint8Array): Frame | undefined {
  const type = TYPES[bytes[0] ?? TYPES.length];
  if (bytes.byteLength < HEADER_BYTES || type === undefined || bytes[1]! > 1) return undefined;
  const sequence = new DataView(bytes.buffer, bytes.byteOffset).getUint32(2);
  return { type, end: bytes[1] === 1, sequence, payload: bytes.subarray(HEADER_BYTES) };
}
