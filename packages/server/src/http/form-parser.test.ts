import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { FormParser } from './form-parser.ts';

const TYPE = 'multipart/form-data; boundary=xyz';
const bytes = (text: string) => Buffer.from(text, 'latin1');
const PART = 'content-disposition: form-data; name="a"';

/** Everything the parser says of a body that comes in these chunks, the pieces of a part's content put together. */
function parse(chunks: readonly Uint8Array[], type = TYPE): string[] {
  const parser = new FormParser(type);
  const waiting = [...chunks];
  const said: string[] = [];
  let content = '';
  for (let event = parser.next(); event.kind !== 'end'; event = parser.next()) {
    if (event.kind === 'more') {
      const chunk = waiting.shift();
      if (!chunk) throw parser.brokenOff;
      parser.feed(chunk);
    } else if (event.kind === 'part') said.push(`${event.head.name} ${event.head.contentType}`);
    else if (event.kind === 'data') content += event.bytes.toString('latin1');
    else {
      said.push(content);
      content = '';
    }
  }
  return said;
}
const whole = (text: string) => parse([bytes(text)]);
const head = (headers: string) => whole(`--xyz\r\n${headers}\r\n\r\n\r\n--xyz--`)[0];

/** Cuts the body at the given places. */
function cut(body: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (body.length + 1)), body.length].sort((a, b) => a - b);
  return at.slice(1).map((to, index) => body.subarray(at[index], to));
}
const outcome = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    return (error as ServiceError).message;
  }
};

const piece = fc.constantFrom(
  '--xyz',
  '\r\n--xyz\r\n',
  '\r\n--xyz--',
  '\r\n--xy',
  '--',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  `${PART}\r\n\r\n`,
  'content-type: audio/wav\r\n',
  'some content',
  ' ',
);
const places = fc.array(fc.nat(10_000), { maxLength: 12 });

describe('a form that arrives in pieces', () => {
  it('says the same however it is cut', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), places, (pieces, where) => {
        const body = bytes(`--xyz\r\n${PART}\r\n\r\n${pieces.join('')}`);
        expect(outcome(() => parse(cut(body, where)))).toEqual(outcome(() => parse([body])));
      }),
      { numRuns: 2000 },
    );
  });

  it('says the same byte by byte', () => {
    const body = bytes(
      `preamble\r\n--xyz \t\r\n${PART}\r\n\r\none\r\n--xy\r\r\n\r\n--xyz\r\n${PART}\r\n\r\n--xyz--\r\nepilogue`,
    );
    const single = Array.from(body, (byte) => Uint8Array.of(byte));
    expect(parse(single)).toEqual(['a undefined', 'one\r\n--xy\r\r\n', 'a undefined', '']);
    expect(parse([body])).toEqual(parse(single));
  });

  it('takes or refuses any bytes, and comes to an end', () => {
    const some = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(some, places, fc.boolean(), (noise, where, begun) => {
        const body = Buffer.concat([bytes(begun ? `--xyz\r\n${PART}\r\n\r\n` : ''), noise]);
        outcome(() => parse(cut(body, where)));
      }),
      { numRuns: 1000 },
    );
  });

  it('brings back content that looks like boundaries', () => {
    const content = fc.array(fc.constantFrom('\r\n--xy', '\r\n--', '\r', '\n--xyz', '--xyz', 'z'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(content, places, (pieces, where) => {
        const text = pieces.join('').replaceAll('\r\n--xyz', '');
        fc.pre(!`\r\n${text}`.includes('\r\n--xyz'));
        const body = bytes(`--xyz\r\n${PART}\r\n\r\n${text}\r\n--xyz--`);
        expect(parse(cut(body, where))).toEqual(['a undefined', text]);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps no more of a part than it was fed last', () => {
    const parser = new FormParser(TYPE);
    parser.feed(bytes(`--xyz\r\n${PART}\r\n\r\n`));
    parser.next();
    expect(parser.next().kind).toBe('more');
    const chunk = Buffer.alloc(65_536, 7);
    for (let count = 0; count < 100; count++) {
      parser.feed(chunk);
      const event = parser.next();
      expect(event).toMatchObject({ kind: 'data', bytes: { buffer: chunk.buffer, length: 65_536 } });
      expect(parser.next().kind).toBe('more');
    }
  });
});

describe('a boundary', () => {
  it.each([
    'multipart/form-data; boundary=abc; boundary=xyz',
    'multipart/form-data; boundary=xyz; boundary=xyz',
    'multipart/form-data; boundary=abc; charset=utf-8; Boundary="xyz"',
    'multipart/form-data; charset=a; boundary=xyz; charset=b',
  ])('is refused where a parameter comes twice: %s', (type) => {
    expect(() => new FormParser(type)).toThrow(/has (boundary|charset) twice/);
  });

  it.each([
    ['absent', 'multipart/form-data'],
    ['empty', 'multipart/form-data; boundary='],
    ['of 71 characters', `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['that ends with a blank', 'multipart/form-data; boundary="x "'],
    ['with characters it cannot have', 'multipart/form-data; boundary="x{y"'],
  ])('%s is refused', (_what, type) => {
    expect(() => new FormParser(type)).toThrow(/names no boundary of 1 to 70 characters/);
  });

  it.each([
    ['followed by more of a line', '--xyzz\r\n'],
    ['followed by half a line end', '--xyz\rx'],
    ['followed by one hyphen', '--xyz-\r\n'],
    ['closed after a blank', '--xyz --'],
  ])('%s breaks the form', (_what, start) => {
    expect(() => whole(`${start}${PART}\r\n\r\nx\r\n--xyz--`)).toThrow(/in the line of a boundary/);
  });

  it('may be followed by white space, but not by endless ones', () => {
    expect(whole(`--xyz \t \r\n${PART}\r\n\r\nx\r\n--xyz--`)).toEqual(['a undefined', 'x']);
    expect(() => whole(`--xyz${' '.repeat(20_000)}\r\n`)).toThrow(/in the line of a boundary/);
  });

  it('of an outer form ends the part of an inner one', () => {
    const inner = `--abc\r\n${PART}\r\n\r\n1\r\n--abc--`;
    expect(
      whole(`--xyz\r\n${PART}\r\ncontent-type: multipart/mixed; boundary=abc\r\n\r\n${inner}\r\n--xyz--`),
    ).toEqual(['a multipart/mixed; boundary=abc', inner]);
  });
});

describe('the headers of a part', () => {
  it.each([
    ['form-data; name="a"; filename="x; name=b"', 'a'],
    ['form-data; filename="\\"; name=\\"b"; name="a"', 'a'],
    ["form-data; filename*=UTF-8''name%3Db; name=a", 'a'],
    ['FORM-DATA;name="a b"', 'a b'],
    ['form-data; name=""', ''],
    ['form-data; name="\\\\"', '\\'],
    ['form-data; name="__proto__"', '__proto__'],
    ['form-data; name="Ã©"', 'é'],
  ])('name it: %s', (disposition, name) => {
    expect(head(`content-disposition: ${disposition}`)).toBe(`${name} undefined`);
  });

  it.each([
    ['no disposition', 'content-type: audio/wav'],
    ['no name', 'content-disposition: form-data; filename="x"'],
    ['two names', 'content-disposition: form-data; name=a; name=b'],
    ['two dispositions', `${PART}\r\n${PART}`],
    ['another disposition', 'content-disposition: attachment; name=a'],
    ['an open quote', 'content-disposition: form-data; name="a'],
    ['words behind the name', 'content-disposition: form-data; name="a" b'],
    ['a line that is no header', `${PART}\r\nhello`],
    ['a folded line', 'content-disposition: form-data;\r\n name="a"'],
    ['a blank before the colon', 'content-disposition : form-data; name="a"'],
    ['too many bytes', `${PART}\r\nx: ${'y'.repeat(17_000)}`],
  ])('break the form with %s', (_what, headers) => {
    expect(() => head(headers)).toThrow(/^the multipart body is broken: /);
  });

  it('are read one way only, whatever fills them', () => {
    expect(() => head(`${PART}${' '.repeat(16_000)}x`)).toThrow(/is no Content-Disposition/);
    expect(() => head(`content-disposition: form-data${';'.repeat(16_000)}`)).toThrow(/is no Content-Disp/);
    expect(head(`${PART}\r\nx:${' \t'.repeat(8_000)}`)).toBe('a undefined');
  });

  it('may not say that the content is encoded', () => {
    const encoded = (how: string) => () => head(`${PART}\r\ncontent-transfer-encoding: ${how}`);
    expect(encoded('base64')).toThrow(expect.objectContaining({ code: 'ERR_UNSUPPORTED_MEDIA_TYPE' }));
    expect(encoded('binary')()).toBe('a undefined');
  });
});
