import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors/index.ts';
import { type AnswerType, JSON_OR_XML_TYPES, JSON_TYPE, negotiate, negotiator } from './negotiate.ts';

describe('negotiation', () => {
  it.each<[string | undefined, AnswerType | undefined]>([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['APPLICATION/JSON', 'application/json'],
    ['application/xml', 'application/xml'],
    ['text/xml', 'text/xml'],
    ['text/*', 'text/xml'],
    ['TEXT/XML', 'text/xml'],
    ['text/xml; charset=utf-8', 'text/xml'],
    ['text/xml, application/xml', 'application/xml'],
    ['application/xml;q=0.8, text/xml;q=0.9', 'text/xml'],
    ['application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8', 'application/xml'],
    ['text/xml;q=0.5, */*;q=0.1', 'text/xml'],
    ['text/*;q=0.5, application/*;q=0.4', 'text/xml'],
    ['text/xml;q=0, text/*', undefined],
    ['application/*;q=0, */*', 'text/xml'],
    ['application/xml;charset=utf-8', 'application/xml'],
    ['application/json;q=0.5, application/xml', 'application/xml'],
    ['application/json;q=0.5, application/xml;q=0.4', 'application/json'],
    ['application/json;q=0.5,*/*', 'application/xml'],
    ['application/json;q=0, */*', 'application/xml'],
    ['*/*;q=0.1, application/xml;q=0.2', 'application/xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
    ['application/json; q=1.000', 'application/json'],
    ['application/xml;q=.9, application/json;q=.8', 'application/xml'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'application/json'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['application/json;q=2', undefined],
    ['*/*;q=0', undefined],
    ['json', undefined],
    [';;;,,,', undefined],
  ])('Accept %j gives %s', (accept, form) => {
    expect(negotiate(accept, JSON_OR_XML_TYPES)).toBe(form);
  });

  it.each(['application/xml', 'text/xml', 'text/*', 'application/json;q=0, */*'])(
    'finds nothing for Accept %j where there is JSON alone',
    (accept) => {
      expect(negotiate(accept, JSON_TYPE)).toBe(undefined);
    },
  );

  it('throws 406 that names the header and what there is', () => {
    expect(() => negotiator(JSON_OR_XML_TYPES)('image/png')).toThrow(
      new ServiceError(
        'ERR_NOT_ACCEPTABLE',
        'Accept is "image/png", but the answer is application/json or application/xml or text/xml',
      ),
    );
  });

  it('gives the form of the higher quality, whatever the order', () => {
    const quality = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
    fc.assert(
      fc.property(quality, quality, fc.boolean(), (json, xml, swap) => {
        const parts = [`application/json;q=${json}`, `application/xml;q=${xml}`];
        const expected =
          json === 0 && xml === 0 ? undefined : xml > json ? 'application/xml' : 'application/json';
        expect(negotiate((swap ? parts.reverse() : parts).join(', '), JSON_OR_XML_TYPES)).toBe(expected);
      }),
    );
  });

  it('remembers without changing the answer, and takes any text', () => {
    const remembering = negotiator(JSON_OR_XML_TYPES);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('application/xml', '*/*', 'application/json')),
        (accept) => {
          const plain = negotiate(accept, JSON_OR_XML_TYPES);
          for (let time = 0; time < 2; time++) {
            if (plain) expect(remembering(accept)).toBe(plain);
            else expect(() => remembering(accept)).toThrow(ServiceError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
