import { expect, it } from 'vitest';
import { readFrame, writeFrame } from './frame.ts';

it('writes what it reads', () => {
  const bytes = writeFrame(
    'INTERPRET_TEXT',
    { Text: 'ação', Accept: undefined, 'X-Tag': 'a\r\nb' },
    'file:é',
  );
  expect(readFrame(bytes.buffer)).toEqual({
    message: 'INTERPRET_TEXT',
    headers: { text: 'ação', 'x-tag': 'a b', 'content-length': '7' },
    body: 'file:é',
  });
});

it('keeps the bytes of audio', () => {
  const bytes = writeFrame('SEND_AUDIO', { LastPacket: false }, Uint8Array.of(0, 255, 13, 10));
  expect([...bytes.slice(-4)]).toEqual([0, 255, 13, 10]);
});

it.each(['', 'HTTP/1.1 200 OK\r\n\r\n', 'ASR 2.4 RESPONSE\r\nResult: SUCCESS'])(
  '%j is no message',
  (text) => {
    expect(readFrame(new TextEncoder().encode(text).buffer)).toBeUndefined();
  },
);
