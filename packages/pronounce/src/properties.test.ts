import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pronounce, pronounceSsml, SsmlError, type Utterance } from './index.ts';
import { MOST_PHONEMES } from './phrases.ts';

/** The vocabulary of the model, as its tokenizer has it. */
const VOCABULARY = new Set(
  ';:,.!?—…"()“” \u0303ʣʥʦʨᵝꭧAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ',
);
const LANGUAGES = ['en', 'es', 'pt'];

function check(utterances: Iterable<Utterance>): void {
  for (const { phonemes, rate, volume, pitch, breakMs, marks } of utterances) {
    expect(Array.from(phonemes).filter((sign) => !VOCABULARY.has(sign))).toEqual([]);
    expect(phonemes.length).toBeLessThanOrEqual(MOST_PHONEMES);
    expect(phonemes).not.toMatch(/ {2}|^ | $/);
    expect([rate, volume, pitch, breakMs].every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
    for (const { at } of marks) expect(at >= 0 && at <= phonemes.length).toBe(true);
  }
}

const piece = fc.oneof(
  fc.constantFrom(
    'Dr.',
    '25%',
    '3/4/2025',
    '$1,250.75',
    '10:30',
    'a.m.',
    'U.S.A.',
    'IBM',
    'ção',
    'ñ',
    '—',
    '...',
    '?!',
    '\n\n',
    ' ',
  ),
  fc.constantFrom(
    "o'clock",
    'x@y.com',
    'https://a.b/c',
    'TCP/IP',
    'º',
    '1º',
    'ﬁ',
    '½',
    '二',
    '🙂',
    '\u0301',
    "''",
    '(',
    '"',
  ),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'abcdeghijlmnoprstuxzáãçéíõúü') }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));

describe('any text', () => {
  it('becomes phonemes that the model knows, in phrases that it can say', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...LANGUAGES), (said, language) =>
        check(pronounce(said, { language })),
      ),
      { numRuns: 200 },
    );
  });

  it('is said completely: every plain word has sounds', () => {
    const letter = (letters: string) => fc.constantFrom(...letters);
    const syllable = fc.tuple(letter('bdfglmnprstv'), letter('aeiou')).map((letters) => letters.join(''));
    // The letters of a word that nobody could begin, such as "bndes", are named.
    const word = fc.array(syllable, { minLength: 2, maxLength: 7 }).map((syllables) => syllables.join(''));
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...LANGUAGES),
        (words, language) => {
          const phonemes = [...pronounce(words.join(' '), { language })]
            .map((each) => each.phonemes)
            .join(' ');
          expect(phonemes.split(' ')).toHaveLength(words.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('any markup', () => {
  const name = fc.constantFrom(
    'speak',
    'p',
    's',
    'break',
    'prosody',
    'emphasis',
    'say-as',
    'sub',
    'phoneme',
    'voice',
    'lang',
    'mark',
    'x:y',
  );
  const attribute = fc.tuple(
    fc.constantFrom(
      'time',
      'strength',
      'rate',
      'volume',
      'pitch',
      'level',
      'interpret-as',
      'format',
      'alias',
      'ph',
      'name',
      'xml:lang',
    ),
    fc.oneof(
      fc.constantFrom(
        '500ms',
        '1s',
        'strong',
        'slow',
        '+6dB',
        '-3st',
        'date',
        'dmy',
        'cardinal',
        'telephone',
        'currency',
        'pt',
        '9e9%',
      ),
      fc.string().map((value) => value.replace(/[<&"]/g, '')),
    ),
  );
  const node: fc.Arbitrary<string> = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      text.map((said) => said.replace(/[<&]/g, ' ').replaceAll(']]>', '')),
      fc
        .tuple(name, fc.array(attribute, { maxLength: 3 }), fc.array(tie('node'), { maxLength: 3 }))
        .map(
          ([tag, attributes, inner]) =>
            `<${tag}${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}>${inner.join('')}</${tag}>`,
        ),
    ),
  })).node as fc.Arbitrary<string>;

  it('is said, or refused with a place', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          node.map((xml) => `<speak>${xml}</speak>`),
          node,
          fc.string(),
        ),
        (xml) => {
          try {
            check(pronounceSsml(xml, { language: 'en' }));
          } catch (error) {
            if (!(error instanceof SsmlError)) throw error;
            expect(error.line).toBeGreaterThan(0);
            expect(error.column).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('hostile text of ten thousand characters', () => {
  const hostile = [
    'a',
    '1',
    '.',
    '1 ',
    'A.',
    'read ',
    '1-',
    '(',
    "'",
    'xq',
    '—',
    '$1,',
    'é',
    'A/',
    'AB-',
    'the ',
    'zxqj ',
  ];
  it.each(hostile)('of %j is cut into phrases', (unit) => {
    const said = unit.repeat(10_000 / unit.length);
    for (const language of LANGUAGES) check(pronounce(said, { language }));
  });
});
