import { isUnspaced } from '@locutor/text';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Vocabulary } from '../../speech/vocabulary.ts';
import { whisperVocabulary } from '../../speech/whisper-vocabulary.ts';
import { byteTokens } from './test-support/byte-tokens.ts';
import { boundGrammar, follow, guideOf } from './test-support/follow.ts';

test('scripts without spaces are known by their characters', () => {
  for (const word of ['灯', 'か', 'カ', 'กำ', 'ที่', 'ມ', 'ខ', 'မ'])
    expect([word, isUnspaced(word)]).toEqual([word, true]);
  for (const word of ['light', 'é', '등', 'कल', '25', ''])
    expect([word, isUnspaced(word)]).toEqual([word, false]);
});

/** As Whisper has it: common words are one token, across the words of a grammar, and a blank begins none of them. */
const merged = whisperVocabulary(
  {
    model: {
      vocab: Object.fromEntries(
        [...bytePieces(), ...['打开', '开灯', '你好吗', '。', '，', '、', '！'].map(visible)].map(
          (piece, at) => [piece, at],
        ),
      ),
      merges: [],
    },
  },
  300,
  299,
);

/** Tokens of a text, the longest first. */
const greedy: Vocabulary = {
  ...merged,
  encode(text) {
    const bytes = Buffer.from(text);
    const tokens: number[] = [];
    for (let at = 0; at < bytes.length; ) {
      let [best, length] = [-1, 0];
      for (let token = 0; token < 299; token++) {
        const own = merged.bytes(token);
        if (own.length > length && bytes.subarray(at, at + own.length).equals(own))
          [best, length] = [token, own.length];
      }
      tokens.push(best);
      at += length;
    }
    return tokens;
  },
};

function bytePieces(): string[] {
  return Array.from({ length: 256 }, (_, byte) => visibleByte(byte));
}

function visible(text: string): string {
  return [...Buffer.from(text)].map(visibleByte).join('');
}

/** The character that stands for a byte in the file of a tokenizer. */
function visibleByte(byte: number): string {
  const seen = (each: number) =>
    (each >= 0x21 && each <= 0x7e) || (each >= 0xa1 && each <= 0xff && each !== 0xad);
  if (seen(byte)) return String.fromCharCode(byte);
  let hidden = 0;
  for (let each = 0; each < byte; each++) if (!seen(each)) hidden++;
  return String.fromCharCode(256 + hidden);
}

describe.each([
  ['single bytes', byteTokens],
  ['common words', greedy],
] as const)('over %s', (_name, vocabulary) => {
  const reads = async (expansion: string, text: string, language = 'zh') =>
    follow(guideOf(vocabulary, await boundGrammar(expansion, language)), vocabulary, text);

  it.each([
    ['打开灯', '打 开 灯'],
    [' 打开 灯', '打 开 灯'],
    ['请打开灯', '请 打 开 灯'],
    ['打开', undefined],
    ['打灯', undefined],
    ['关灯', undefined],
  ])('%j is %j to "[请] 打开 灯"', async (text, sentence) => {
    expect(await reads('[请] 打开 灯', text)).toEqual(sentence && [sentence]);
  });

  it('words of other scripts stand among them with and without a blank', async () => {
    for (const text of ['打开iPhone灯', '打开 iPhone 灯', '打开IPHONE灯']) {
      expect([text, await reads('打开 iPhone 灯', text)]).toEqual([text, ['打 开 iphone 灯']]);
    }
    expect(await reads('打开 red light', '打开redlight')).toBeUndefined();
    expect(await reads('打开 red light', '打开red light')).toEqual(['打 开 red light']);
  });

  it('numbers are characters or digits', async () => {
    const digit = '(一 | 二 | 三 | 四 | 五)';
    for (const text of ['一二三', '123', '1 2 3', '一2三']) {
      expect([text, await reads(`${digit}<3> 号`, `${text}号`)]).toEqual([text, ['一 二 三 号']]);
    }
    expect(await reads('第 25 章', '第25章')).toEqual(['第 25 章']);
  });

  it('Japanese and Thai', async () => {
    expect(await reads('コーヒー を ください', 'コーヒーをください', 'ja')).toEqual([
      'コ ー ヒ ー を く だ さ い',
    ]);
    expect(await reads('เปิด ไฟ', 'เปิดไฟ', 'th')).toHaveLength(1);
    expect(await reads('เปิด ไฟ', 'ปิดไฟ', 'th')).toBeUndefined();
  });

  it('GARBAGE takes characters and leaves those of the grammar', async () => {
    expect(await reads('[$GARBAGE] 咖啡', '我想要咖啡')).toContain('我 想 要 咖 啡');
    expect(await reads('[$GARBAGE] 咖啡', '我想要茶')).toBeUndefined();
    expect(await reads('咖啡 [$GARBAGE]', '咖啡谢谢')).toContain('咖 啡 谢 谢');
  });

  it('a text can be written exactly if the grammar accepts it', async () => {
    const character = fc.constantFrom(...'打开关灯你好吗');
    const phrase = fc
      .array(character, { minLength: 1, maxLength: 4 })
      .map((characters) => characters.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(phrase, { minLength: 1, maxLength: 4 }),
        fc.array(phrase, { maxLength: 6 }),
        async (own, others) => {
          const bound = await boundGrammar(`(${own.join(' | ')})<1-2>`, 'zh');
          const guide = guideOf(vocabulary, bound);
          for (const text of [...own, own.join(''), ...others]) {
            const said = bound.grammar.accepts(text) ? [[...text].join(' ')] : undefined;
            expect([text, follow(guide, vocabulary, text)]).toEqual([text, said]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('marks of these scripts need no blank behind them', async () => {
  const reads = async (expansion: string, text: string) =>
    follow(guideOf(greedy, await boundGrammar(expansion, 'zh')), greedy, text);
  expect(await reads('打开 灯', '打开灯。')).toEqual(['打 开 灯']);
  expect(await reads('打开 灯', '打开，灯！')).toEqual(['打 开 灯']);
  expect(await reads('(一 | 二)<3>', '1、2、1')).toEqual(['一 二 一']);
});
