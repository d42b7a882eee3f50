import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { splitForm } from './form-data.ts';

const TYPE = 'multipart/form-data; boundary=xyz';
const bytes = (text: string) => Buffer.from(text, 'latin1');
const split = (text: string, type = TYPE) =>
  splitForm(bytes(text), type, 10).map(({ name, contentType, bytes: content }) => ({
    name,
    contentType,
    text: Buffer.from(content).toString('latin1'),
  }));
const PART = 'content-disposition: form-data; name="a"';

describe('a form', () => {
  it('gives its parts with their types as they were written', () => {
    const body = [
      'a preamble\r\n--xyz  \r\n',
      'Content-Disposition: form-data; filename="name=x"; name="a b"\r\nContent-Type: audio/raw; rate=8000\r\n\r\none\r\n',
      `\r\n--xyz\r\n${PART}\r\n\r\n`,
      '\r\n--xyz--\r\nan epilogue',
    ].join('');
    expect(split(body)).toEqual([
      { name: 'a b', contentType: 'audio/raw; rate=8000', text: 'one\r\n' },
      { name: 'a', contentType: undefined, text: '' },
    ]);
  });

  it('may have a quoted boundary, unquoted names and no parts', () => {
    const type = 'Multipart/Form-Data; charset=utf-8; boundary="x y:z"';
    expect(split('--x y:z--', type)).toEqual([]);
    expect(
      split('--x y:z\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--x y:z--', type),
    ).toMatchObject([{ name: 'a', text: '1' }]);
  });

  it('copies nothing', () => {
    const body = bytes(`--xyz\r\n${PART}\r\n\r\nabc\r\n--xyz--`);
    expect(splitForm(body, TYPE, 1)[0]!.bytes.buffer).toBe(body.buffer);
  });

  it.each([
    ['no boundary', `--xyz--`, 'multipart/form-data'],
    ['another boundary', `--abc\r\n${PART}\r\n\r\nx\r\n--abc--`, TYPE],
    ['no end', `--xyz\r\n${PART}\r\n\r\nx`, TYPE],
    ['nothing', '', TYPE],
    ['a part without a name', '--xyz\r\ncontent-type: text/plain\r\n\r\nx\r\n--xyz--', TYPE],
    ['a part without a blank line', `--xyz\r\n${PART}\r\n--xyz--`, TYPE],
    ['endless headers', `--xyz\r\n${PART}; x=${'y'.repeat(20_000)}\r\n\r\nx\r\n--xyz--`, TYPE],
  ])('is broken with %s', (_what, body, type) => {
    expect(() => split(body, type)).toThrow(/^the multipart body is broken: /);
  });

  it('has at most so many parts', () => {
    const parts = (count: number) => `${`--xyz\r\n${PART}\r\n\r\nx\r\n`.repeat(count)}--xyz--`;
    expect(split(parts(10))).toHaveLength(10);
    expect(() => split(parts(11))).toThrow(/more than 10 parts/);
  });

  it('brings back whatever was put in', () => {
    const content = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(fc.array(content, { maxLength: 10 }), (contents) => {
        const boundary = 'ThisIsInNoneOfThem';
        const body = Buffer.concat([
          ...contents.flatMap((each) => [bytes(`--${boundary}\r\n${PART}\r\n\r\n`), each, bytes('\r\n')]),
          bytes(`--${boundary}--\r\n`),
        ]);
        const parts = splitForm(body, `multipart/form-data;boundary=${boundary}`, 10);
        expect(parts.map((part) => Uint8Array.from(part.bytes))).toEqual(
          contents.map((each) => Uint8Array.from(each)),
        );
      }),
    );
  });

  it('is read or refused, whatever it holds', () => {
    const piece = fc.constantFrom('--xyz', '--', '\r\n', '\r\n\r\n', PART, 'x', '--xyz--', ' ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          split(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
    );
  });
});
