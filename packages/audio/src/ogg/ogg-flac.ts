import { malformed } from '../errors.ts';
import { FlacFrames } from '../flac/frame.ts';
import { parseStreamInfo } from '../flac/stream-info.ts';
import type { AudioSink } from '../stream.ts';
import type { OggLink } from './ogg.ts';

/** Packet one: 0x7F "FLAC", version, count of header packets, "fLaC", then the STREAMINFO block. */
const infoAt = 17;

export function openOggFlac(header: Uint8Array, length: number, sink: AudioSink): OggLink {
  if (Buffer.from(header.subarray(9, 13)).toString('latin1') !== 'fLaC') {
    throw malformed('the Ogg FLAC header does not name fLaC');
  }
  const info = parseStreamInfo(header, infoAt);
  const frames = new FlacFrames(info);
  sink.begin({ codec: 'flac', rate: info.rate, channels: info.channels });
  // A writer that could not seek back leaves no count in the header.
  sink.expect(info.samples || length);
  return {
    // Further metadata is distinguished from frames by its first byte, so no count has to be believed.
    headers: 0,
    async setup() {},
    async decode(packets: Uint8Array[]) {
      for (const packet of packets) {
        if (sink.full) return;
        if (packet[0] !== 0xff) continue;
        const wasted = frames.wasted;
        if (frames.decode(packet, 0) > 0) sink.write(frames.planes, frames.frames);
        // A damaged frame is decoded to its end before its checksum shows it.
        else sink.drop((frames.wasted - wasted) / info.channels);
      }
    },
  };
}
