import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedWords } from './compared-words.ts';
import { isAlike, toleratedShare } from './tolerance.ts';

describe('words', () => {
  it('are compared without case, marks and apostrophes', () => {
    expect(comparedWords("It’s up-to-date, isn't it?")).toEqual(['its', 'up', 'to', 'date', 'isnt', 'it']);
    expect(comparedWords('AÇÃO')).toEqual(['ação']);
    expect(comparedWords('你好 world')).toEqual(['你', '好', 'world']);
    expect(comparedWords('?!')).toEqual([]);
  });
});

describe('free speech', () => {
  it('is like a sentence where half of its words are the same, or its script has several spellings', () => {
    expect(isAlike('I just want to be there', 'I guessed one to be there')).toBe(true);
    expect(isAlike('I just want to be there', 'they all jumped up there')).toBe(false);
    expect(isAlike('yes', 'yeah')).toBe(true);
    expect(isAlike('コーヒーをください', '珈琲を下さい')).toBe(true);
    expect(isAlike('ありがとうございます', '珈琲を下さい')).toBe(false);
  });
});

describe('the tolerance', () => {
  const sentence = 'one fine day the old king went away';
  it('lets one word in four of a long sentence differ', () => {
    expect(toleratedShare(sentence, 'one fine day the cold king went a way')).toBe(0);
    expect(toleratedShare(sentence, 'one fine day the cold ring went away')).toBe(0.75);
    expect(toleratedShare(sentence, sentence)).toBe(1);
  });

  it('lets none of a short one differ', () => {
    expect(toleratedShare('the old king went away', 'the old king went away')).toBe(0);
  });

  it('accepts no text that shares no word with the sentence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 20 }), (others) => {
        expect(toleratedShare(sentence, others.join(' '))).toBe(0);
      }),
    );
  });
});
