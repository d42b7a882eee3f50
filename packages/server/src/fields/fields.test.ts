import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import {
  expectedOf,
  fits,
  fromText,
  integer,
  number,
  oneOf,
  readTexts,
  readValue,
  text,
  visible,
  worded,
} from './index.ts';

const name = visible(text(/^[^\p{Cc}]{1,8}$/u, '1 to 8 characters', { description: 'A name' }));
const inner = Type.Object({ on: Type.Optional(Type.Boolean()), part: number(-1, 1) });
const schema = Type.Object({
  name: Type.Optional(name),
  mode: Type.Optional(oneOf(['add', 'create'])),
  list: Type.Array(integer(1, 9), { minItems: 1, maxItems: 3 }),
  inner: Type.Optional(inner),
});

describe('a value of JSON', () => {
  it.each([
    [{ list: [1] }, undefined],
    [{ list: [1, 2, 3], name: 'ana', mode: 'add', inner: { on: true, part: 0.5 } }, undefined],
    [7, 'the body: expected an object, got 7'],
    [[], 'the body: expected an object, got []'],
    [{}, 'list is missing'],
    [{ list: 1 }, 'list: expected a list of 1 to 3, got 1'],
    [{ list: [] }, 'list: expected a list of 1 to 3, got one of 0'],
    [{ list: [1, 10] }, 'list[1]: expected an integer from 1 to 9, got 10'],
    [{ list: [1.5] }, 'list[0]: expected an integer from 1 to 9, got 1.5'],
    [{ list: [1], name: '' }, 'name: expected 1 to 8 characters, got ""'],
    [{ list: [1], name: 7 }, 'name: expected 1 to 8 characters, got 7'],
    [{ list: [1], name: null }, 'name: expected 1 to 8 characters, got null'],
    [{ list: [1], name: 'a\u200b' }, /^name: expected no characters that are invisible/],
    [{ list: [1], mode: 'ADD' }, 'mode: expected "add" or "create", got "ADD"'],
    [{ list: [1], inner: {} }, 'inner.part is missing'],
    [{ list: [1], inner: { part: 2 } }, 'inner.part: expected a number from -1 to 1, got 2'],
    [{ list: [1], inner: { part: 0, on: 1 } }, 'inner.on: expected true or false, got 1'],
    [{ list: [1], inner: { part: 0, of: 1 } }, 'there is no member "inner.of"'],
    [{ list: [1], more: 1 }, 'there is no member "more"'],
    [JSON.parse('{"list":[1],"__proto__":1}'), 'there is no member "__proto__"'],
  ])('%j is refused with %s', (value, message) => {
    const read = () => readValue(schema, value, '', { what: 'the body' });
    if (message === undefined) expect(read()).toEqual(value);
    else expect(read).toThrow(message);
  });

  it('is accepted as its schema says, or refused with one line', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          expect(readValue(schema, value, '', { what: 'the body' })).toBe(value);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect((error as ServiceError).message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
      }),
    );
  });
});

describe('texts', () => {
  const query = Type.Object({ limit: Type.Optional(integer(1, 100)), name: Type.Optional(name) });
  const read = (texts: object) => readTexts(query, texts, { what: 'the query', noun: 'query parameter' });

  it('are read as what they mean', () => {
    expect(read({ limit: '7', name: '7' })).toEqual({ limit: 7, name: '7' });
  });

  it.each([
    [{ limit: '101' }, 'limit: expected an integer from 1 to 100, got "101"'],
    [{ limit: '1.0' }, 'limit: expected an integer from 1 to 100, got "1.0"'],
    [{ limit: ['1', '2'] }, 'limit: expected an integer from 1 to 100, got ["1","2"]'],
    [{ next: '1' }, 'there is no query parameter "next"'],
  ])('%j are refused', (texts, message) => {
    expect(() => read(texts)).toThrow(message);
  });

  it.each<[TSchema, string, unknown]>([
    [Type.Boolean(), 'Yes', true],
    [Type.Boolean(), 'maybe', 'maybe'],
    [number(-9, 9), ' -1.5 ', -1.5],
    [Type.Union([Type.Literal('auto'), integer(1, 9)]), '5', 5],
    [Type.Union([Type.Literal('auto'), integer(1, 9)]), 'auto', 'auto'],
    [Type.Union([Type.Literal(8000), Type.Literal(16_000)]), '8000', 8000],
    [Type.Array(name), 'a, b,,c', ['a', 'b', 'c']],
    [Type.Record(Type.String(), Type.String()), '{"a":"b"}', { a: 'b' }],
    [Type.Record(Type.String(), Type.String()), '{', '{'],
  ])('of %j: %s', (field, given, meant) => {
    expect(fromText(field, given)).toEqual(meant);
  });

  it('of integers fit where the integers do', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer(), (a, b, value) => {
        const field = integer(Math.min(a, b), Math.max(a, b));
        expect(fits(field, fromText(field, String(value)))).toBe(
          value >= Math.min(a, b) && value <= Math.max(a, b),
        );
      }),
    );
  });
});

it('says what fits', () => {
  expect(expectedOf(worded(integer(1, 9), 'an integer from 1 to 9 ms'))).toBe('an integer from 1 to 9 ms');
  expect(expectedOf(Type.Array(name))).toBe('a list, each 1 to 8 characters');
  expect(expectedOf(Type.Union([Type.Literal('auto'), integer(1, 9)]))).toBe(
    '"auto" or an integer from 1 to 9',
  );
});

it('keeps its words out of the description', () => {
  expect(JSON.parse(JSON.stringify(name))).toEqual({ type: 'string', description: 'A name' });
});
