import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeAudio } from '../decode.ts';
import { packetDuration } from '../opus/head.ts';
import { OpusPages } from './opus-pages.ts';
import { OggPackets } from './packets.ts';
import { oggPages } from './pages.ts';

function packetsIn(file: Uint8Array): Uint8Array[] {
  const packets = new OggPackets();
  return [...oggPages(file)].flatMap((page) => packets.take(page)).map((packet) => Uint8Array.from(packet));
}

const file = new Uint8Array(
  readFileSync(new URL('../../../../test/fixtures/sentence.opus', import.meta.url)),
);
const [, , ...spoken] = packetsIn(file);

it('holds the packets that it was given, behind two headers', () => {
  const pages = new OpusPages();
  const written = Buffer.concat(spoken.map((packet) => pages.write(packet)));
  const [head, tags, ...rest] = packetsIn(written);
  expect([head, tags].map((header) => Buffer.from(header!).toString('latin1', 0, 8))).toEqual([
    'OpusHead',
    'OpusTags',
  ]);
  expect(rest).toEqual(spoken);
});

it('sounds as the file does that the packets are of', async () => {
  const pages = new OpusPages();
  const written = Buffer.concat(spoken.map((packet) => pages.write(packet)));
  const [again, before] = [await decodeAudio(written), await decodeAudio(file)];
  // A file says how much of its start and end was never recorded.
  const extra = again.samples.length - before.samples.length;
  expect(extra).toBeGreaterThanOrEqual(0);
  expect(extra).toBeLessThan(0.05 * 16_000);
  const energy = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample ** 2, 0);
  expect(energy(again.samples) / energy(before.samples)).toBeCloseTo(1, 2);
});

it('leaves out what cannot be a packet, and breaks at nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 600 })), (messages) => {
      const pages = new OpusPages();
      const written = Buffer.concat(messages.map((message) => pages.write(message)));
      const sound = messages.filter((message) => packetDuration(message) > 0);
      expect(packetsIn(written).slice(2)).toEqual(sound);
    }),
  );
  expect(new OpusPages().write(new Uint8Array(70_000))).toHaveLength(0);
});
