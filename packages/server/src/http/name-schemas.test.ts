import { describe, expect, it } from 'vitest';
import { nameSchemas } from './name-schemas.ts';

const word = { title: 'Word', type: 'object', properties: { text: { type: 'string' } } };

describe('schemas with a title', () => {
  it('are moved, from the innermost on, and referred to', () => {
    const schemas = {};
    const list = { title: 'Words', type: 'array', items: word };
    expect(nameSchemas({ content: { schema: list } }, schemas)).toEqual({
      content: { schema: { $ref: '#/components/schemas/Words' } },
    });
    expect(schemas).toEqual({ Word: word, Words: { ...list, items: { $ref: '#/components/schemas/Word' } } });
  });

  it('keep what applies in one place beside the reference', () => {
    const schemas = {};
    const narrowed = { properties: { text: { enum: ['a'] } } };
    expect(nameSchemas([word, { ...word, 'x-narrowed': narrowed }], schemas)).toEqual([
      { $ref: '#/components/schemas/Word' },
      { $ref: '#/components/schemas/Word', ...narrowed },
    ]);
    expect(schemas).toEqual({ Word: word });
  });

  it('cannot share one', () => {
    expect(() => nameSchemas([word, { ...word, type: 'array' }], {})).toThrow(
      'Two schemas of the API description are called Word.',
    );
  });

  it('are none where they are values, and members called title are none', () => {
    const value = { example: word, default: word, properties: { title: { type: 'string' } }, type: 'object' };
    const schemas = {};
    expect(nameSchemas(value, schemas)).toEqual(value);
    expect(schemas).toEqual({});
  });
});
