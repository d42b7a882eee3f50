import { packetDuration, parseOpusHead } from '../opus/head.ts';
import { OpusStream } from '../opus/opus-stream.ts';
import type { AudioSink } from '../stream.ts';
import { GranuleClock } from './granule-clock.ts';
import type { OggLink } from './ogg.ts';
import type { OggPage } from './pages.ts';

export function openOggOpus(header: Uint8Array, length: number, sink: AudioSink): OggLink {
  const head = parseOpusHead(header);
  const clock = new GranuleClock();
  let stream: OpusStream | undefined;
  return {
    // The comment header.
    headers: 1,
    async setup() {
      stream = await OpusStream.open(head, sink);
      stream.expect(length);
    },
    async decode(packets: Uint8Array[], page: OggPage) {
      const samples = packets.reduce((sum, packet) => sum + packetDuration(packet), 0);
      const { start, count } = clock.keep(samples, page.granule, page.last);
      // Opus has nothing to leave out at the start but its pre-skip, which the stream sees to.
      await stream?.decode(packets, samples - (start + count));
    },
  };
}
