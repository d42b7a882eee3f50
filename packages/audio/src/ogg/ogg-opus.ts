import { packetDuration, parseOpusHead } from '../opus/head.ts';
import { OpusStream } from '../opus/opus-stream.ts';
import type { AudioSink } from '../stream.ts';
import { GranuleClock } from './granule-clock.ts';
import type { OggLink } from './ogg.ts';
import type { OggPage } from './pages.ts';

export async function openOggOpus(header: Uint8Array, length: number, sink: AudioSink): Promise<OggLink> {
  const stream = await OpusStream.open(parseOpusHead(header), sink);
  const clock = new GranuleClock();
  stream.expect(length);
  return {
    // The comment header.
    headers: 1,
    setup() {},
    async decode(packets: Uint8Array[], page: OggPage) {
      const samples = packets.reduce((sum, packet) => sum + packetDuration(packet), 0);
      const { start, count } = clock.keep(samples, page.granule, page.last);
      // Opus has nothing to leave out at the start but its pre-skip, which the stream sees to.
      stream.decode(packets, samples - (start + count));
    },
    close: () => stream.close(),
  };
}
