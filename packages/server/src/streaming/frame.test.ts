import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameError, readFrame, textOf, writeFrame } from './frame.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe('readFrame', () => {
  it.each(['\r\n', '\n'])('reads lines that end in %j', (end) => {
    const text = ['ASR 2.3 SEND_AUDIO', 'LastPacket: false', 'Content-Length: 4', '', 'a\r\nb'].join(end);
    const { body, ...frame } = readFrame(bytes(text));
    expect(frame).toEqual({
      version: '2.3',
      message: 'SEND_AUDIO',
      headers: { lastpacket: 'false', 'content-length': '4' },
    });
    expect(Buffer.from(body).toString()).toBe('a\r\nb');
  });

  it.each(['ASR 2.3 RELEASE_SESSION', 'ASR 2.4 CREATE_SESSION\n', 'ASR 2.3 CREATE_SESSION\nUser-Agent: a'])(
    'takes a message without an empty line: %j',
    (text) => {
      expect(readFrame(bytes(text)).body).toHaveLength(0);
    },
  );

  it('keeps the bytes of a body whose length was counted in characters', () => {
    const { body } = readFrame(bytes('ASR 2.3 START_RECOGNITION\nContent-Length: 8\n\nfile:ção'));
    expect(Buffer.from(body).toString()).toBe('file:ção');
  });

  it('leaves out what follows audio of a known length', () => {
    const { body } = readFrame(
      bytes('ASR 2.4 SEND_AUDIO\r\nContent-Length:4\r\nLastPacket:false\r\n\r\nabcd\r\n'),
    );
    expect(Buffer.from(body).toString()).toBe('abcd');
  });

  it('takes a text that is a little shorter than its length', () => {
    const { body } = readFrame(bytes('ASR 2.3 START_RECOGNITION\r\nContent-Length: 9\r\n\r\na:b\r\n'));
    expect(Buffer.from(body).toString()).toBe('a:b\r\n');
  });

  it.each(['', 'decoder.maxSentences: 2\r\n'])(
    'takes headers of the body behind an empty line, after %j',
    (more) => {
      const late = 'Content-ID: a\r\nContent-Length: 3\r\nContent-Type: text/uri-list\r\n\r\na:b';
      const { headers, body } = readFrame(bytes(`ASR 2.3 START_RECOGNITION\r\n${more}\r\n${late}`));
      expect(headers).toMatchObject({ 'content-id': 'a', 'content-type': 'text/uri-list' });
      expect(headers['decoder.maxsentences']).toBe(more === '' ? undefined : '2');
      expect(Buffer.from(body).toString()).toBe('a:b');
    },
  );

  it('does not take a body for headers', () => {
    const uris = 'builtin:slm/general\r\nbuiltin:grammar/phone';
    expect(readFrame(bytes(`ASR 2.3 START_RECOGNITION\r\n\r\n${uris}`)).body).toHaveLength(uris.length);
    const text = 'a: b\r\nContent-Length: 1\r\n\r\nc';
    const { body } = readFrame(
      bytes(`ASR 2.3 DEFINE_GRAMMAR\r\nContent-Length: ${text.length}\r\n\r\n${text}`),
    );
    expect(Buffer.from(body).toString()).toBe(text);
  });

  it.each(['(null)', '81234'])('ignores a handle in the start line: %s', (handle) => {
    expect(readFrame(bytes(`ASR 2.3 CREATE_SESSION ${handle}\r\n`)).message).toBe('CREATE_SESSION');
  });

  it('reads header values as bytes, and their text as UTF-8', () => {
    const { headers } = readFrame(bytes('ASR 2.3 INTERPRET_TEXT\r\nText: não: é łódź\r\n\r\n'));
    expect(textOf(headers.text!)).toBe('não: é łódź');
  });

  it.each([
    ['', 'the start line'],
    ['\r\n\r\n', 'the start line'],
    ['GET / HTTP/1.1\r\n\r\n', 'the start line'],
    ['ASR 1.0 CREATE_SESSION', 'the start line'],
    ['ASR 2.3 create_session', 'the start line'],
    ['ASR 2.3', 'the start line'],
    ['ASR 2.3 CREATE_SESSION a b', 'the start line'],
    ['ASR 2.3 SEND_AUDIO\r\nno colon\r\n\r\n', 'a header line'],
    ['ASR 2.3 SEND_AUDIO\r\n: empty\r\n\r\n', 'a header line'],
    ['ASR 2.3 SEND_AUDIO\r\nContent-Length: many\r\n\r\n', 'Content-Length is not a number'],
    ['ASR 2.3 SEND_AUDIO\r\nContent-Length: 9\r\n\r\nabc', 'Content-Length is 9, but 3 bytes follow'],
    ['ASR 2.3 DEFINE_GRAMMAR\r\nContent-Length: 12\r\n\r\nabc', 'Content-Length is 12, but 3 bytes follow'],
    [`ASR 2.3 SEND_AUDIO\r\n${'a: b\r\n'.repeat(200)}\r\n`, 'too many headers'],
    ['x'.repeat(70_000), 'a line is too long'],
  ])('refuses %j', (text, reason) => {
    expect(() => readFrame(bytes(text))).toThrow(FrameError);
    expect(() => readFrame(bytes(text))).toThrow(reason);
  });

  it('answers any bytes with a frame or a FrameError', () => {
    const start = fc.constantFrom(
      '',
      'ASR ',
      'ASR 2.3 ',
      'ASR 2.3 SEND_AUDIO\r\n',
      'ASR 2.4 SEND_AUDIO\nA: b\n\n',
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 300 }), (head, tail) => {
        try {
          readFrame(Buffer.concat([Buffer.from(head), tail]));
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
    );
  });
});

describe('writeFrame', () => {
  it('writes what readFrame reads', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z.-]{0,20}$/).filter((each) => !/^content-/i.test(each));
    const value = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(
        fc.dictionary(name, value, { maxKeys: 5 }),
        fc.option(fc.string({ unit: 'grapheme' })),
        (headers, text) => {
          const body = text === null ? undefined : { type: 'application/json', content: text };
          const frame = readFrame(writeFrame('2.4', 'RECOGNITION_RESULT', headers, body));
          expect([frame.version, frame.message]).toEqual(['2.4', 'RECOGNITION_RESULT']);
          const last = Object.fromEntries(
            Object.entries(headers).map(([key, each]) => [key.toLowerCase(), each]),
          );
          for (const [key, each] of Object.entries(last))
            expect(textOf(frame.headers[key]!)).toBe(textOf(trimmed(each)));
          expect(Buffer.from(frame.body).toString()).toBe(Buffer.from(text ?? '').toString());
        },
      ),
    );
  });

  it('cannot be made to write another header', () => {
    const { headers } = readFrame(
      writeFrame('2.3', 'RESPONSE', { Message: 'a\r\nResult: SUCCESS', Result: 'FAILURE' }),
    );
    expect(headers).toEqual({ message: 'a Result: SUCCESS', result: 'FAILURE' });
  });
});

/** As a line has it: on one line, in UTF-8, without the space around it. */
function trimmed(value: string): string {
  return Buffer.from(value.replace(/[\r\n]+/g, ' '))
    .toString('latin1')
    .trim();
}
