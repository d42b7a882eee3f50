import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Channel } from './channel.ts';
import { newFrame, readFrame } from './frame.ts';
import { MessageReader, MessageWriter } from './message-parts.ts';

const messages = fc.array(
  fc
    .record({
      text: fc.string({ maxLength: 300 }),
      samples: fc.float32Array({ maxLength: 50, noNaN: true }),
      large: fc.integer({ min: 0, max: 70_000 }),
    })
    .map(({ text, samples, large }) => ({
      type: 'test',
      text,
      input: { samples, audio: { bytes: new Uint8Array(large).fill(7) } },
    })),
  { maxLength: 5 },
);

/** Two ends of a bus that loses frames as the bits say, and is intact when those are used up. */
function lossyPair(losses: boolean[], chunkBytes: number) {
  const received: unknown[] = [];
  const lost: string[] = [];
  const waiting: (() => void)[] = [];
  const deliver = (to: () => Channel) => (frame: Uint8Array) => {
    if (!losses.pop()) waiting.push(() => to().receive(frame));
  };
  const common = { chunkBytes, mostBytes: 1e6, onLost: (reason: string) => lost.push(reason) };
  const a: Channel = new Channel({ ...common, send: deliver(() => b), onMessage: () => {} });
  const b: Channel = new Channel({
    ...common,
    send: deliver(() => a),
    onMessage: (message) => received.push(message),
  });
  const settle = () => {
    while (waiting.length > 0) waiting.shift()!();
  };
  return { a, b, received, lost, settle };
}

test('messages arrive whole, in order and once, whatever the bus loses', () => {
  fc.assert(
    fc.property(
      messages,
      fc.array(fc.boolean(), { maxLength: 12 }),
      fc.integer({ min: 1000, max: 50_000 }),
      (sent, losses, chunkBytes) => {
        const { a, b, received, lost, settle } = lossyPair(losses, chunkBytes);
        for (const message of sent) a.post(message);
        settle();
        for (let second = 0; second < 60 && !a.settled; second++) {
          a.tick();
          b.tick();
          settle();
        }
        // Six beats in a row may be lost as well: then the channel is, and both sides know.
        if (lost.length === 0) expect(isDeepStrictEqual(received, sent)).toBe(true);
        else expect(isDeepStrictEqual(received, sent.slice(0, received.length))).toBe(true);
      },
    ),
  );
});

test('a sender waits for a receiver that does not acknowledge', () => {
  let frames = 0;
  const channel = new Channel({
    chunkBytes: 1000,
    mostBytes: 1e6,
    send: () => {
      frames += 1;
    },
    onMessage: () => {},
    onLost: () => {},
  });
  channel.post({ type: 'test', input: { bytes: new Uint8Array(100_000) } } as { type: string });
  expect(frames).toBe(8);
  channel.receive(newFrame('ack', 3));
  expect(frames).toBe(11);
});

test('a side that is silent is lost, one that beats is not', () => {
  const lost: string[] = [];
  const channel = new Channel({
    chunkBytes: 1000,
    mostBytes: 1000,
    send: () => {},
    onMessage: () => {},
    onLost: (reason) => lost.push(reason),
  });
  for (let second = 0; second < 20; second++) {
    channel.tick();
    channel.receive(newFrame('beat', 0));
  }
  expect(lost).toEqual([]);
  for (let second = 0; second < 20; second++) channel.tick();
  expect(lost).toEqual(['no sign of life for 6 s']);
});

test('a channel that waits says and expects nothing before its first message', () => {
  const sent: (string | undefined)[] = [];
  const channel = new Channel({
    chunkBytes: 1000,
    mostBytes: 1000,
    waits: true,
    send: (frame) => sent.push(readFrame(frame)?.type),
    onMessage: () => {},
    onLost: (reason) => sent.push(reason),
  });
  for (let second = 0; second < 20; second++) channel.tick();
  expect(sent).toEqual([]);
  channel.post({ type: 'run' });
  channel.tick();
  expect(sent).toEqual(['data', 'beat']);
});

test('frames of others are read or refused', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }), (frames) => {
      const channel = new Channel({
        chunkBytes: 1000,
        mostBytes: 1000,
        send: () => {},
        onMessage: (message) => expect(typeof message.type).toBe('string'),
        onLost: (reason) => expect(reason).not.toBe(''),
      });
      for (const frame of frames) channel.receive(frame);
    }),
    { numRuns: 2000 },
  );
});

test('parts of messages of others are read or refused, and take no more memory than allowed', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }), (parts) => {
      const reader = new MessageReader(1000);
      expect(() => {
        for (const part of parts) reader.push(part);
        reader.finish();
      }).toThrow();
    }),
    { numRuns: 2000 },
  );
  const writer = new MessageWriter({ type: 'x', bytes: new Uint8Array(70_000) } as { type: string });
  const whole = new Uint8Array(writer.left);
  writer.fill(whole);
  expect(() => new MessageReader(69_999).push(whole)).toThrow('a message of 70000 bytes; at most 69999');
});

test('a frame is read as it was written', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('data' as const, 'ack' as const, 'beat' as const, 'reset' as const),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.integer({ min: 0, max: 50 }),
      (type, sequence, length) => {
        const frame = readFrame(newFrame(type, sequence, length));
        expect(frame).toEqual({ type, sequence, end: false, payload: new Uint8Array(length) });
      },
    ),
  );
});
