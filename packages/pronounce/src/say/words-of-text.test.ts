import { describe, expect, it } from 'vitest';
import { pronounce } from '../index.ts';

const texts = (text: string, language = 'en') => [...pronounce(text, { language })].map((each) => each.text);

describe('sentences', () => {
  it('end at full stops, but not at those of titles, initials and abbreviations', () => {
    expect(texts('Dr. Smith met J. Doe at 5 p.m. in Rome. They left.')).toEqual([
      'Dr. Smith met J. Doe at 5 p.m. in Rome.',
      'They left.',
    ]);
    expect(texts('It ended at 5 p.m. They left.')).toEqual(['It ended at 5 p.m.', 'They left.']);
    expect(texts('O Sr. Silva e a Dra. Ana chegaram. Bom dia!', 'pt')).toEqual([
      'O Sr. Silva e a Dra. Ana chegaram.',
      'Bom dia!',
    ]);
  });

  it.each([
    ['en', 'Go to Apt. 4 now.'],
    ['en', 'Call Tel. 555 today.'],
    ['en', 'It is 2 in. wide.'],
    ['en', 'See Vol. II of it.'],
    ['pt', 'O art. 5º diz isso.'],
    ['pt', 'Foi D. Pedro quem disse.'],
    ['es', 'Ayer EE. UU. ganó.'],
  ])('are not cut by short forms, in %s: %s', (language, text) =>
    expect(texts(text, language)).toEqual([text]),
  );

  it('end behind words that are also short forms', () => {
    expect(texts('The name is apt. They left.')).toEqual(['The name is apt.', 'They left.']);
    expect(texts('Vivo en EE. UU. Es grande.', 'es')).toEqual(['Vivo en EE. UU.', 'Es grande.']);
  });

  it('read ranges with any dash', () => {
    const say = (text: string, language: string) => [...pronounce(text, { language })][0]!.phonemes;
    expect(say('pages 10–15', 'en')).toBe(say('pages ten to fifteen', 'en'));
    expect(say('de 2010–2015', 'pt')).toBe(say('de 2010-2015', 'pt'));
    expect(say('so – yes', 'en')).toContain('—');
  });

  it('are separated by a pause, paragraphs by a longer one, and nothing follows the last', () => {
    const breaks = [...pronounce('One. Two.\n\nThree.', { language: 'en' })].map(({ breakMs }) => breakMs);
    expect(breaks).toEqual([200, 600, 0]);
  });

  it('that are too long are cut at a comma', () => {
    const long = `${'a rather long clause of many words, '.repeat(20)}the end.`;
    const parts = [...pronounce(long, { language: 'en' })];
    expect(parts.length).toBeGreaterThan(1);
    for (const { phonemes } of parts.slice(0, -1)) expect(phonemes).toMatch(/,$/);
  });

  it('keep their punctuation', () => {
    const said = [...pronounce('"Well," he said — (so?) yes...', { language: 'en' })];
    expect(said.map(({ phonemes }) => phonemes)).toEqual(['wˈɛl, hi sˈɛd— sˈO?', 'jˈɛs…']);
  });
});

it('is lazy: the first phrase does not wait for the last', () => {
  const phrases = pronounce('First. '.repeat(1_000), { language: 'en' });
  expect(phrases.next().value?.text).toBe('First.');
});

it('refuses languages that it cannot say', () => {
  expect(() => pronounce('bonjour', { language: 'fr' })).toThrow('no pronunciation for the language fr');
});
