import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpError } from './errors.ts';
import { type Form, negotiate, negotiator } from './negotiate.ts';

const BOTH: readonly Form[] = ['json', 'xml'];

describe('negotiation', () => {
  it.each<[string | undefined, Form | undefined]>([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['APPLICATION/JSON', 'json'],
    ['application/xml', 'xml'],
    ['text/xml', 'xml'],
    ['text/*', 'xml'],
    ['application/xml;charset=utf-8', 'xml'],
    ['application/json;q=0.5, application/xml', 'xml'],
    ['application/json;q=0.5, application/xml;q=0.4', 'json'],
    ['application/json;q=0.5,*/*', 'xml'],
    ['application/json;q=0, */*', 'xml'],
    ['*/*;q=0.1, application/xml;q=0.2', 'xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'xml'],
    ['application/json; q=1.000', 'json'],
    ['application/xml;q=.9, application/json;q=.8', 'xml'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['application/json;q=2', undefined],
    ['*/*;q=0', undefined],
    ['json', undefined],
    [';;;,,,', undefined],
  ])('Accept %j gives %s', (accept, form) => {
    expect(negotiate(accept, BOTH)).toBe(form);
  });

  it('throws 406 that names the header and what there is', () => {
    expect(() => negotiator(BOTH)('image/png')).toThrow(
      new HttpError(
        'ERR_NOT_ACCEPTABLE',
        'Accept is "image/png", but the answer is application/json or application/xml',
      ),
    );
  });

  it('gives the form of the higher quality, whatever the order', () => {
    const quality = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
    fc.assert(
      fc.property(quality, quality, fc.boolean(), (json, xml, swap) => {
        const parts = [`application/json;q=${json}`, `application/xml;q=${xml}`];
        const expected = json === 0 && xml === 0 ? undefined : xml > json ? 'xml' : 'json';
        expect(negotiate((swap ? parts.reverse() : parts).join(', '), BOTH)).toBe(expected);
      }),
    );
  });

  it('remembers without changing the answer, and takes any text', () => {
    const remembering = negotiator(BOTH);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('application/xml', '*/*', 'application/json')),
        (accept) => {
          const plain = negotiate(accept, BOTH);
          for (let time = 0; time < 2; time++) {
            if (plain) expect(remembering(accept)).toBe(plain);
            else expect(() => remembering(accept)).toThrow(HttpError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
