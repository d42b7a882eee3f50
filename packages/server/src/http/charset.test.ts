import { expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { decodeText } from './charset.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

it.each([
  ['text/plain', bytes(0xc3, 0xa3), 'ã'],
  [undefined, bytes(0xef, 0xbb, 0xbf, 0x61), 'a'],
  ['text/plain; charset=iso-8859-1', bytes(0xe3), 'ã'],
  ['text/plain;CHARSET="Latin1"', bytes(0xe3), 'ã'],
  ['text/plain; charset=windows-1252', bytes(0x80), '€'],
  ['text/plain; format=flowed; charset=utf-16le', bytes(0xe3, 0), 'ã'],
  ['text/plain; charset=shift_jis', bytes(0x82, 0xa0), 'あ'],
])('decodes %s', (type, input, text) => {
  expect(decodeText(input, type, 'the text')).toBe(text);
});

it.each([
  [
    'text/plain; charset=klingon',
    bytes(0x61),
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    'the charset of the text is "klingon"',
  ],
  ['text/plain; charset=utf-7', bytes(0x61), 'ERR_UNSUPPORTED_MEDIA_TYPE', '"utf-7"'],
  ['text/plain; charset=utf-8; charset=latin1', bytes(0x61), 'ERR_INVALID_PARAMETER', 'has charset twice'],
  ['text/plain; charset=', bytes(0x61), 'ERR_UNSUPPORTED_MEDIA_TYPE', '""'],
  ['text/plain', bytes(0xe3), 'ERR_MALFORMED_REQUEST', 'the text has bytes that are not valid UTF-8'],
  ['text/plain; charset=utf-16', bytes(0x61), 'ERR_MALFORMED_REQUEST', 'not valid UTF-16LE'],
])('refuses %s', (type, input, code, message) => {
  try {
    decodeText(input, type, 'the text');
    expect.unreachable();
  } catch (error) {
    expect([error instanceof ServiceError && error.code]).toEqual([code]);
    expect((error as ServiceError).message).toContain(message);
  }
});
