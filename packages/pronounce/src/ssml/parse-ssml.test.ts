import { describe, expect, it } from 'vitest';
import { pronounceSsml, SsmlError, type Utterance } from '../index.ts';
import { ssmlLimits } from './limits.ts';

const utterances = (xml: string, language = 'en') => [
  ...pronounceSsml(`<speak>${xml}</speak>`, { language }),
];
const phonemes = (xml: string, language = 'en') => utterances(xml, language).map((each) => each.phonemes);
const only = (xml: string): Utterance => {
  const found = utterances(xml);
  expect(found).toHaveLength(1);
  return found[0]!;
};
function failure(xml: string): SsmlError {
  try {
    pronounceSsml(xml, { language: 'en' });
  } catch (error) {
    if (error instanceof SsmlError) return error;
    throw error;
  }
  throw new Error(`${xml} was accepted`);
}

describe('SSML', () => {
  it('parts sentences and paragraphs', () => {
    expect(
      utterances('<p><s>One</s><s>Two</s></p><p>Three</p>').map(({ phonemes, breakMs }) => [
        phonemes,
        breakMs,
      ]),
    ).toEqual([
      ['wˈʌn.', 200],
      ['tˈu.', 600],
      ['θɹˈi.', 0],
    ]);
  });

  it('adds breaks of a time or a strength to what stands before them', () => {
    const breaks = (xml: string) => utterances(xml).map(({ breakMs }) => breakMs);
    expect(breaks('One <break time="1.5s"/> two')).toEqual([1_500, 0]);
    expect(breaks('One. <break strength="strong"/> Two.')).toEqual([800, 0]);
    expect(breaks('One <break time="999s"/>')).toEqual([10_000]);
    expect(breaks('<break time="100ms"/><break time="200ms"/>One')).toEqual([300, 0]);
  });

  it('multiplies prosody where it is nested, within limits', () => {
    expect(
      only('<prosody rate="80%"><prosody rate="+50%" volume="+6dB" pitch="+12st">one</prosody></prosody>'),
    ).toMatchObject({
      rate: expect.closeTo(1.2),
      volume: expect.closeTo(1.995, 2),
      pitch: 2,
    });
    expect(only('<prosody rate="100" volume="silent" pitch="200Hz">one</prosody>')).toMatchObject({
      rate: 3,
      volume: 0,
      pitch: 1,
    });
  });

  it.each([
    ['100', 1],
    ['50', 0.5],
    ['0', 0],
    ['1.5', 0.015],
    ['+20', 1.2],
    ['-20', 0.8],
    ['-200', 0],
    ['150%', 1.5],
    ['+50%', 1.5],
    ['-6dB', 0.501],
    ['x-loud', 1.8],
  ])('reads the volume %s as SSML 1.0 and 1.1 do', (value, volume) => {
    expect(only(`<prosody volume="${value}">one</prosody>`).volume).toBeCloseTo(volume, 3);
  });

  it.each([
    ['120%', 1.2],
    ['+20%', 1.2],
    ['-12st', 0.5],
    ['high', 1.15],
    ['+30Hz', 1],
  ])('reads the pitch %s', (value, pitch) => {
    expect(only(`<prosody pitch="${value}">one</prosody>`).pitch).toBeCloseTo(pitch, 3);
  });

  it('says as it is told', () => {
    const as = (kind: string, text: string, format = '') =>
      phonemes(`<say-as interpret-as="${kind}" format="${format}">${text}</say-as>`).join(' ');
    expect(as('cardinal', '1984')).toBe(phonemes('one thousand nine hundred eighty four').join(' '));
    expect(as('ordinal', '23')).toBe(phonemes('twenty third').join(' '));
    expect(as('date', '4-3-2025', 'dmy')).toBe(phonemes('March fourth twenty twenty five').join(' '));
    expect(as('date', '12/25')).toBe(phonemes('December twenty fifth').join(' '));
    expect(as('time', '0930')).toBe(phonemes('9:30').join(' '));
    expect(as('telephone', '555-0147')).toBe(phonemes('five five five, zero one four seven').join(' '));
    expect(as('characters', 'aB7')).toBe('ˈA bˈi sˈɛvən.');
    expect(as('currency', 'USD 2.50')).toBe(phonemes('two dollars and fifty cents').join(' '));
    expect(as('something', 'ten')).toBe('tˈɛn.');
  });

  it('says dates, ordinals and money in other languages', () => {
    const as = (kind: string, text: string, language: string) =>
      phonemes(`<say-as interpret-as="${kind}">${text}</say-as>`, language).join(' ');
    expect(as('date', '4/3/2025', 'pt')).toBe(
      phonemes('quatro de março de dois mil e vinte e cinco', 'pt').join(' '),
    );
    expect(as('ordinal', '3', 'es')).toBe(phonemes('tercero', 'es').join(' '));
    expect(as('currency', 'BRL 2,50', 'pt')).toBe(
      phonemes('dois reais e cinquenta centavos', 'pt').join(' '),
    );
  });

  it('takes aliases and IPA for text', () => {
    expect(phonemes('the <sub alias="World Wide Web">WWW</sub>')).toEqual(phonemes('the World Wide Web'));
    expect(phonemes('<phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme>')).toEqual(['təmˈɑtO.']);
    expect(phonemes('<phoneme alphabet="x-sampa" ph="t@">one</phoneme>')).toEqual(['wˈʌn.']);
  });

  it('changes voice and language, and goes back', () => {
    const said = utterances(
      'One <voice name="pm_alex" xml:lang="pt-BR">dois</voice> <lang xml:lang="es">tres</lang> four',
    );
    expect(said.map(({ language, voice }) => [language, voice])).toEqual([
      ['en', undefined],
      ['pt', 'pm_alex'],
      ['es', undefined],
      ['en', undefined],
    ]);
  });

  it('stresses what is emphasised', () => {
    expect(only('this is <emphasis>the</emphasis> one').phonemes).toBe('ðɪs ɪz ðˈə wˈʌn.');
    expect(only('a <emphasis level="reduced">table</emphasis> here').phonemes).toContain('tˌAbᵊl');
  });

  it('places marks among the phonemes', () => {
    const { phonemes, marks } = only('<mark name="a"/>One <mark name="b"/>two<mark name="c"/>');
    expect(phonemes).toBe('wˈʌn tˈu.');
    expect(marks).toEqual([
      { name: 'a', at: 0 },
      { name: 'b', at: 5 },
      { name: 'c', at: 9 },
    ]);
  });

  it('reads through elements that it does not know, and leaves out what is not said', () => {
    expect(phonemes('25 <amazon:effect name="x">km</amazon:effect>')).toEqual(phonemes('25 km'));
    expect(phonemes('One<metadata><x>two</x></metadata> <!-- three --><![CDATA[four]]>')).toEqual(
      phonemes('One four'),
    );
  });

  it('keeps punctuation behind an element', () => {
    expect(phonemes('<sub alias="one">1</sub>, two')).toEqual(['wˈʌn, tˈu.']);
  });
});

describe('bad SSML', () => {
  it.each([
    ['<speak>\n <b></speak>', 'The XML is not well formed: unexpected close tag', 2],
    ['<speak>&nbsp;</speak>', 'The XML is not well formed: undefined entity', 1],
    ['<!DOCTYPE x [<!ENTITY a "b">]><speak>&a;</speak>', 'A document type is not accepted', 1],
    ['<p>one</p>', 'The root element is <p>; it must be <speak>', 1],
    ['one', 'The XML is not well formed: text data outside of root node', 1],
    ['', 'The XML is not well formed: document must contain a root element', 1],
    ['<speak xml:lang="fr">un</speak>', 'The language of <speak> is "fr"; expected en, es or pt', 1],
    [
      '<speak>\n\n<break time="long"/></speak>',
      'The time of <break> is "long"; expected seconds or milliseconds, such as "500ms"',
      3,
    ],
    [
      '<speak><break strength="x"/></speak>',
      'The strength of <break> is "x"; expected none, x-weak, weak, medium, strong or x-strong',
      1,
    ],
    [
      '<speak><prosody rate="quick">a</prosody></speak>',
      'The rate of <prosody> is "quick"; expected a rate such as "slow", "80%" or "1.2"',
      1,
    ],
    [
      '<speak><prosody volume="150">a</prosody></speak>',
      'The volume of <prosody> is "150"; expected a volume such as "soft", "+6dB" or "150%", or a number from 0 to 100',
      1,
    ],
    [
      '<speak><prosody pitch="1.2">a</prosody></speak>',
      'The pitch of <prosody> is "1.2"; expected a pitch such as "high", "+10%" or "+2st"',
      1,
    ],
    [
      '<speak><emphasis level="x">a</emphasis></speak>',
      'The level of <emphasis> is "x"; expected strong, moderate, reduced or none',
      1,
    ],
    ['<speak><say-as>1</say-as></speak>', '<say-as> needs the attribute interpret-as', 1],
    ['<speak><mark/></speak>', '<mark> needs a name', 1],
    ['<speak><phoneme ph="漢">a</phoneme></speak>', 'The ph of <phoneme> is "漢"; expected IPA', 1],
  ])('%j is refused', (xml, message, line) => {
    expect(failure(xml)).toMatchObject({ message, line });
  });

  it('tells the column of an element', () => {
    expect(failure('<speak>\n  one <break time="x"/></speak>')).toMatchObject({ line: 2, column: 7 });
  });

  it('is limited in length, depth and number of elements', () => {
    const nested = (depth: number) => `<speak>${'<p>'.repeat(depth)}${'</p>'.repeat(depth)}</speak>`;
    expect(() => pronounceSsml(nested(ssmlLimits.depth - 1), { language: 'en' })).not.toThrow();
    expect(failure(nested(ssmlLimits.depth)).message).toBe('Elements are nested more than 32 deep');
    expect(failure(`<speak>${'<p/>'.repeat(ssmlLimits.elements)}</speak>`).message).toBe(
      'There are more than 5000 elements',
    );
    expect(failure(' '.repeat(ssmlLimits.length + 1)).message).toContain('at most 100000 are accepted');
  });

  it('is limited in the silence of all breaks', () => {
    const breaks = (count: number) => `${'<break time="10s"/>'.repeat(count)}One`;
    expect(utterances(breaks(30)).map(({ breakMs }) => breakMs)).toEqual([300_000, 0]);
    expect(failure(`<speak>\n${breaks(30)}<break time="1ms"/></speak>`)).toMatchObject({
      message: 'All <break> elements together are longer than 300 seconds',
      line: 2,
    });
  });
});
