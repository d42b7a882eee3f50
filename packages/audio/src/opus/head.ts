import { malformed, unsupported } from '../errors.ts';
import { checkFormat } from '../stream.ts';

/** The identification header of an Opus stream (RFC 7845, 5.1). */
export interface OpusHead {
  readonly channels: number;
  /** Samples at 48 kHz to leave out at the start. */
  readonly preSkip: number;
  /** To multiply all samples with. */
  readonly gain: number;
  readonly streams: number;
  readonly coupled: number;
  readonly mapping: readonly number[];
}

/** Opus always counts in these, whatever rate was recorded. */
export const opusRate = 48_000;

export function parseOpusHead(bytes: Uint8Array): OpusHead {
  if (bytes.length < 19 || Buffer.from(bytes.subarray(0, 8)).toString('latin1') !== 'OpusHead') {
    throw malformed(`the Opus header has ${bytes.length} bytes and no proper start`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[8]!;
  if (version > 15) throw unsupported(`Opus header version ${version}`);
  const channels = bytes[9]!;
  checkFormat({ codec: 'opus', rate: opusRate, channels });
  const preSkip = view.getUint16(10, true);
  const gain = 10 ** (view.getInt16(16, true) / 256 / 20);
  const family = bytes[18]!;
  if (family === 0) {
    if (channels > 2) throw malformed(`Opus mapping family 0 with ${channels} channels`);
    return { channels, preSkip, gain, streams: 1, coupled: channels - 1, mapping: [0, 1].slice(0, channels) };
  }
  if (family !== 1 && family !== 255) throw unsupported(`Opus channel mapping family ${family}`);
  const mapping = [...bytes.subarray(21, 21 + channels)];
  const [streams, coupled] = [bytes[19] ?? 0, bytes[20] ?? 0];
  const reachable = (index: number) => index === 255 || index < streams + coupled;
  if (mapping.length < channels || streams === 0 || coupled > streams || !mapping.every(reachable)) {
    throw malformed(
      `an Opus header maps ${channels} channels to ${streams} streams, ${coupled} of them stereo`,
    );
  }
  if (streams + coupled > channels)
    throw unsupported(`Opus with ${streams} streams for ${channels} channels`);
  return { channels, preSkip, gain, streams, coupled, mapping };
}

const silkMilliseconds = [10, 20, 40, 60] as const;
const celtMilliseconds = [2.5, 5, 10, 20] as const;

/** The length of a packet in samples at 48 kHz, read from its first bytes; 0 when no packet can start so. */
export function packetDuration(packet: Uint8Array): number {
  if (packet.length === 0) return 0;
  const config = packet[0]! >> 3;
  const milliseconds =
    config < 12
      ? silkMilliseconds[config & 3]!
      : config < 16
        ? [10, 20][config & 1]!
        : celtMilliseconds[config & 3]!;
  const code = packet[0]! & 3;
  const count = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 63;
  const duration = milliseconds * 48 * count;
  return duration <= 5760 ? duration : 0;
}
