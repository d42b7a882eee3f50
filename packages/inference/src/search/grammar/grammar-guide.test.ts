import { fold } from '@locutor/grammar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moonshineVocabulary } from '../../speech/moonshine-vocabulary.ts';
import type { Vocabulary } from '../../speech/vocabulary.ts';
import { chooseSentence } from './choose-sentence.ts';

import { characters } from './test-support/characters.ts';
import { boundGrammar, follow, guideOf } from './test-support/follow.ts';
import { spacedBytes } from './test-support/spaced-bytes.ts';

const vocabularies = [
  ['single characters', characters],
  ['Moonshine', moonshineVocabulary],
] as const;

describe.each(vocabularies)('a guide over the vocabulary of %s', (_name, vocabulary) => {
  const reads = async (expansion: string, text: string, language = 'en') =>
    follow(guideOf(vocabulary, await boundGrammar(expansion, language)), vocabulary, text);

  it.each([
    ['yes', 'yes'],
    ['Yes', 'yes'],
    ['YES', 'yes'],
    ['Yes.', 'yes'],
    ['No, thanks!', 'no thanks'],
    ['yes?', 'yes'],
    ['Yesterday', undefined],
    ['ye', undefined],
    ['yes no', undefined],
    ['yes yes', undefined],
    ['maybe', undefined],
    ['no thank', undefined],
  ])('%j is %j to "yes | no [thanks]"', async (text, sentence) => {
    expect(await reads('yes | no [thanks]', text)).toEqual(sentence && [sentence]);
  });

  it.each([
    ["I'd like it", "I'd like it", "i'd like it"],
    ["don't", 'Dont', "don't"],
    ['savings', "Saving's", 'savings'],
    ['twenty five', 'Twenty-five.', 'twenty five'],
    ['e-mail', 'e-mail', 'e mail'],
    ['New York', 'New York', 'new york'],
  ])('bridges marks: %j reads %j', async (expansion, text, sentence) => {
    expect(await reads(expansion, text)).toContain(sentence);
  });

  it.each([
    ['b | c | r | u', 'Bee.', 'b'],
    ['(b | c | r | u)<1->', 'See you are', 'c u r'],
    ['u | v | w', 'Double you.', 'w'],
    ['u | v | w', 'double u', 'w'],
    ['(zero | one | two | four)<1->', 'Zero for to', 'zero four two'],
  ])('to %j, %j sounds like %j', async (expansion, text, sentence) => {
    expect(await reads(expansion, text)).toEqual([sentence]);
  });

  it.each([
    ['u | v | w', 'double'],
    ['u | v | w', 'double v'],
    ['w w', 'double you double'],
    ['yes | no', 'are'],
  ])('to %j, %j sounds like nothing', async (expansion, text) => {
    expect(await reads(expansion, text)).toBeUndefined();
  });

  it('prefers the word of a grammar to what sounds like it', async () => {
    expect(await reads('r | are', 'are')).toEqual(['are']);
    expect(await reads('four | for', 'for')).toEqual(['for']);
  });

  it.each([
    ['1234', 'one two three four'],
    ['1, 2, 3, 4.', 'one two three four'],
    ['1 2 3 4', 'one two three four'],
    ['one two 3 four', 'one two three four'],
    ['1-2-3-4', 'one two three four'],
    ['007', 'zero zero seven'],
  ])('%j are digits', async (text, sentence) => {
    const digit = '(zero | one | two | three | four | seven)';
    expect(await reads(`${digit} (${digit})<0->`, text)).toEqual([sentence]);
  });

  it.each([
    ['25', 'twenty five'],
    ['20', 'twenty'],
    ['5', 'five'],
    ['15', 'fifteen'],
    ['2', undefined],
    ['205', undefined],
    ['2.5', undefined],
    ['52', undefined],
  ])('the number %j is %j', async (text, sentence) => {
    expect(await reads('twenty [five] | five | fifteen', text)).toEqual(sentence && [sentence]);
  });

  it('1984 is a year and four digits', async () => {
    const digit = '(one | nine | eight | four)';
    const found = await reads(`nineteen eighty four | ${digit} (${digit})<3->`, '1984');
    expect(found?.toSorted()).toEqual(['nineteen eighty four', 'one nine eight four']);
  });

  it.each([
    ['3rd', 'third'],
    ['23rd', 'twenty third'],
    ['13th', 'thirteenth'],
    ['3', undefined],
  ])('the ordinal %j is %j', async (text, sentence) => {
    expect(await reads('third | twenty third | thirteenth', text)).toEqual(sentence && [sentence]);
  });

  it.each([
    ['25', 'vinte e cinco'],
    ['Vinte e cinco.', 'vinte e cinco'],
    ['25 reais', 'vinte e cinco reais'],
    ['22', 'vinte e duas'],
    ['20 e 5', 'vinte e cinco'],
    ['2', 'duas'],
    ['São 3', 'são três'],
  ])('%j is %j in Portuguese', async (text, sentence) => {
    const found = await reads('[são] (vinte e (cinco | duas) | duas | três) [reais]', text, 'pt');
    expect(found).toContain(sentence);
  });

  it('digits that a grammar lists are words of it', async () => {
    expect(await reads('channel 25', 'Channel 25.')).toEqual(['channel 25']);
    expect(await reads('channel (1 | 2 | 25)', 'channel 12')).toBeUndefined();
  });

  it('follows rules that hold themselves', async () => {
    const expansion = 'the (king | friend) [of $root]';
    expect(await reads(expansion, 'The friend of the friend of the king.')).toEqual([
      'the friend of the friend of the king',
    ]);
    expect(await reads(expansion, 'the friend of')).toBeUndefined();
    expect(await reads('a $root b | c', 'a a a c b b b')).toEqual(['a a a c b b b']);
    expect(await reads('a $root b | c', 'a a a c b b')).toBeUndefined();
  });

  it('GARBAGE takes any words, and says which', async () => {
    const bound = await boundGrammar('[$GARBAGE] large pizza');
    const guide = guideOf(vocabulary, bound);
    expect(follow(guide, vocabulary, "Um, I'd like a large pizza")).toContain('um id like a large pizza');
    expect(follow(guide, vocabulary, 'large pizza')).toEqual(['large pizza']);
    expect(follow(guide, vocabulary, 'um large')).toBeUndefined();
    let state = guide.initial;
    for (const token of vocabulary.encode('um large pizza')) state = guide.advance(state, token);
    const chosen = chooseSentence(guide.sentences(state), 'um large pizza');
    expect(chosen?.words.map(({ filler }) => filler)).toEqual([true, false, false]);
    expect(guide.choices(guide.initial).others).toBeLessThan(0);
    expect(guide.choices(guideOf(vocabulary).initial)).toEqual({ tokens: new Map(), others: undefined });
  });

  it('several grammars are followed at once', async () => {
    const guide = guideOf(
      vocabulary,
      await boundGrammar('yes | twenty five', 'en', 0),
      await boundGrammar('no | (two | five) <2>', 'en', 1),
      await boundGrammar('yes please', 'en', 2),
    );
    const matching = (text: string) => {
      let state = guide.initial;
      for (const token of vocabulary.encode(text)) state = guide.advance(state, token);
      return guide.sentences(state).map(({ lm }) => lm);
    };
    expect(matching('Yes')).toEqual([0]);
    expect(matching('no.')).toEqual([1]);
    expect(matching('Yes, please')).toEqual([2]);
    expect(matching('25').toSorted()).toEqual([0, 1]);
    expect(matching('yes no')).toEqual([]);
  });

  it('tells the tokens of every word', async () => {
    const guide = guideOf(vocabulary, await boundGrammar('pay twenty five dollars'));
    const tokens = vocabulary.encode('Pay 25 dollars.');
    let state = guide.initial;
    for (const token of tokens) state = guide.advance(state, token);
    const { words } = guide.sentences(state)[0]!;
    expect(words.map(({ word }) => word)).toEqual(['pay', 'twenty', 'five', 'dollars']);
    expect(vocabulary.decode(tokens.slice(words[0]!.from, words[0]!.to))).toBe('Pay');
    expect(vocabulary.decode(tokens.slice(words[1]!.from, words[2]!.to))).toBe('25');
    expect(vocabulary.decode(tokens.slice(words[3]!.from, words[3]!.to))).toBe('dollars.');
  });

  it('reads a text that was found without it', async () => {
    const guide = guideOf(vocabulary, await boundGrammar('yes | no'));
    const read = (text: string, ended = true) => guide.read({ tokens: vocabulary.encode(text), ended });
    expect(guide.sentences(read('Yes.')!)).toMatchObject([{ lm: 0, words: [{ word: 'yes' }] }]);
    expect(read('Yes.', false)).toBeUndefined();
    expect(read('Maybe.')).toBeUndefined();
    expect(read('Yes or no')).toBeUndefined();
  });

  it('a text can be written exactly if the grammar accepts it', async () => {
    await fc.assert(
      fc.asyncProperty(
        expansions,
        fc.array(fc.array(sentenceWords, { maxLength: 6 }), { maxLength: 8 }),
        async (expansion, others) => {
          const bound = await boundGrammar(expansion.text);
          const guide = guideOf(vocabulary, bound);
          for (const words of [...expansion.sentences, ...others]) {
            if (words.length === 0) continue;
            const said = words.map(({ word }) => word).join(' ');
            const found = follow(guide, vocabulary, words.map(({ written }) => written).join(' '));
            if (bound.grammar.accepts(said)) expect([said, found]).toEqual([said, [said]]);
            else expect([said, found]).toEqual([said, undefined]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

const WORDS = ['yes', 'no', 'a', 'large', 'pizza', 'pizzas', 'please'];
interface Said {
  word: string;
  written: string;
}

/** A word as a model may write it. */
const sentenceWords: fc.Arbitrary<Said> = fc
  .tuple(
    fc.constantFrom(...WORDS),
    fc.constantFrom('lower', 'first', 'all'),
    fc.constantFrom('', '', ',', '.', '?'),
  )
  .map(([word, letters, mark]) => {
    const cased = { lower: word, first: word[0]!.toUpperCase() + word.slice(1), all: word.toUpperCase() }[
      letters
    ]!;
    return { word, written: cased + mark };
  });

/** A small grammar with some of its sentences. */
interface Expansion {
  text: string;
  sentences: Said[][];
}

const { expansions } = fc.letrec<{ expansions: Expansion }>((tie) => {
  const several = fc.array(tie('expansions'), { minLength: 2, maxLength: 3 });
  return {
    expansions: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'grammar' },
      sentenceWords.map((said) => ({ text: said.word, sentences: [[said]] })),
      several.map((parts) => ({
        text: `(${parts.map(({ text }) => text).join(' | ')})`,
        sentences: parts.flatMap(({ sentences }) => sentences).slice(0, 4),
      })),
      several.map((parts) => ({
        text: parts.map(({ text }) => text).join(' '),
        sentences: [0, 1].map((at) =>
          parts.flatMap(({ sentences }) => sentences[at % Math.max(1, sentences.length)] ?? []),
        ),
      })),
      tie('expansions').map(({ text, sentences }) => ({
        text: `[${text}]`,
        sentences: [[], ...sentences].slice(0, 4),
      })),
      tie('expansions').map(({ text, sentences }) => ({
        text: `(${text})<1-3>`,
        sentences: sentences.flatMap((sentence) => [sentence, [...sentence, ...sentence]]).slice(0, 4),
      })),
    ),
  };
});

describe.each([
  ['whole letters', lettersOf()],
  ['single bytes', spacedBytes],
])('words whose case is folded to other letters, over a vocabulary of %s', (_name, vocabulary) => {
  it.each([
    ['Straße', 'Straße', 'strasse'],
    ['Straße', 'STRASSE', 'strasse'],
    ['Strasse', 'straße', 'strasse'],
    ['άλλος δρόμος', 'Άλλος δρόμος', 'άλλοσ δρόμοσ'],
    ['ΆΛΛΟΣ', 'άλλος', 'άλλοσ'],
    ['École', 'école', 'école'],
    ['école', 'ÉCOLE', 'école'],
    ['ёлка', 'Ёлка', 'ёлка'],
  ])('%j reads %j', async (expansion, text, sentence) => {
    const guide = guideOf(vocabulary, await boundGrammar(expansion, 'de'));
    expect(follow(guide, vocabulary, text)).toEqual([sentence]);
  });

  it('does not mix up letters', async () => {
    const guide = guideOf(vocabulary, await boundGrammar('Straße | école', 'de'));
    for (const text of ['strase', 'straßse', 'ecole', 'êcole', 'strasße']) {
      expect([text, follow(guide, vocabulary, text)]).toEqual([text, undefined]);
    }
  });

  it('reads every word in capitals, small letters and as it is', async () => {
    const letters = fc.constantFrom(...'sßσςάέöéñжёıđłœaz');
    await fc.assert(
      fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 6 }), async (all) => {
        const word = all.join('');
        const guide = guideOf(vocabulary, await boundGrammar(`"${word}"`, 'de'));
        for (const text of [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)]) {
          if (fold(text, {}) !== fold(word, {})) continue;
          expect([text, follow(guide, vocabulary, text)]).toEqual([text, [fold(word, {})]]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Every letter of Latin, Greek and Cyrillic is a token, with and without a space before it. */
function lettersOf(): Vocabulary {
  const alphabet = Array.from({ length: 0x500 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
    /\p{L}/u.test(letter),
  );
  const pieces = ['', ...alphabet, ...alphabet.map((letter) => ` ${letter}`)];
  const ids = new Map(pieces.map((piece, index) => [piece, index]));
  return {
    size: pieces.length,
    endToken: 0,
    bytes: (token) => new TextEncoder().encode(pieces[token]),
    decode: (tokens) =>
      tokens
        .map((token) => pieces[token])
        .join('')
        .trimStart(),
    encode: (text) => (` ${text}`.match(/ ?[^ ]/gu) ?? []).map((piece) => ids.get(piece)!),
  };
}
