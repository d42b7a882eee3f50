import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './strict-json.ts';

const read = (text: string) => readJson(Buffer.from(text), 'the part enroll');

describe('JSON of a request', () => {
  it('is what it says, whatever it is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom('', ' ', '\n\t'), (text, blank) => {
        expect(read(`${blank}${text}${blank}`)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('may begin with a byte order mark, and have white space around colons', () => {
    expect(read('\ufeff{"a" : 1, "b":{"a"\n:2}}')).toEqual({ a: 1, b: { a: 2 } });
  });

  it.each([
    ['{"a":1,"a":2}', 'has the member "a" twice'],
    ['{"b":[{"a":1,"\\u0061":2}]}', 'has the member "\\u0061" twice'],
    ['{"__proto__":1,"__proto__":2}', 'has the member "__proto__" twice'],
    ['{"a"                  :1,"a":2}', 'has the member "a" twice'],
    [`{"a":1,"a"${' '.repeat(1000)}:2}`, 'has the member "a" twice'],
    ['['.repeat(100_000) + ']'.repeat(100_000), 'is nested deeper than 16 levels'],
    [`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`, 'is nested deeper than 16 levels'],
    [`[${'1,'.repeat(5000)}1]`, 'has more than 5000 members and items'],
    [`[${'[],'.repeat(2500)}1]`, 'has more than 5000 members and items'],
    ['{"a":1', 'is not JSON: '],
    ["{'a':1}", 'is not JSON: '],
    ['', 'is not JSON: '],
    ['{"a":NaN}', 'is not JSON: '],
  ])('%.40s is refused', (text, reason) => {
    expect(() => read(text)).toThrow(`the part enroll ${reason}`);
  });

  it('may have strings with any number of commas and brackets', () => {
    const text = '\\",[{}]'.repeat(10_000);
    expect(read(JSON.stringify({ text }))).toEqual({ text });
  });

  it('is not refused for strings that look like members', () => {
    expect(read('{"a":"\\"a\\":1","b":["a","a"],"c":"{[}"}')).toEqual({
      a: '"a":1',
      b: ['a', 'a'],
      c: '{[}',
    });
  });

  it('is UTF-8', () => {
    expect(() => readJson(Buffer.from([0x22, 0xff, 0x22]), 'it')).toThrow('it is not UTF-8');
  });

  it('leaves a member __proto__ harmless', () => {
    const value = read('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
