import { plainText } from '@locutor/text';
import { expect, test } from 'vitest';
import type { Hypothesis } from '../beam-search.ts';
import { type HeardSegment, hearAgain, isWorthHearingAgain } from './hear-again.ts';
import type { SpokenSentence } from './spoken-sentences.ts';
import { characters } from './test-support/characters.ts';

/** What is heard in one surrounding: the free text, and how probable texts are; all others hardly ever. */
interface Hearing {
  free: string;
  scores: Readonly<Record<string, number>>;
}

const SECOND = 16_000;

/** A word of half a second in 1.2 s of audio, heard as it is, in more silence, and softer in noise. */
function segmentWith(hearings: readonly [Hearing, Hearing, Hearing]) {
  const samples = new Float32Array(1.2 * SECOND);
  samples.fill(0.5, 5000, 13_000);
  const encoded: number[] = [];
  let heard = hearings[0];
  let written: string[] = [];
  const logProbs = () => {
    const all = new Float32Array(written.length * characters.size).fill(-100);
    for (const [row, text] of written.entries()) {
      const tokens = characters.encode(heard.free);
      const next = tokens[characters.encode(text).length] ?? characters.endToken;
      if (heard.free.startsWith(text)) all[row * characters.size + next] = 0;
    }
    return Promise.resolve(all);
  };
  const run = {
    begin: () => {
      written = [''];
    },
    prompt: logProbs,
    step(tokens: readonly number[], parents: readonly number[]) {
      written = tokens.map((token, row) =>
        characters.decode([...characters.encode(written[parents[row]!]!), token]),
      );
      return logProbs();
    },
    logProbsOf: async (_: unknown, tokens: readonly number[]) => [
      heard.scores[characters.decode(tokens)] ?? -100,
    ],
  };
  const model = {
    vocabulary: characters,
    shape: { family: 'moonshine', vocabulary: characters.size, endToken: 0, maxTokens: 100 },
    suppressed: [],
    suppressedAtBegin: [],
    prompt: () => [],
    encode: async (audio: Float32Array) => {
      const softer = audio.length === samples.length && audio[6000]! < 0.4;
      encoded.push(softer ? 2 : Number(audio.length > samples.length));
      heard = hearings[encoded.at(-1)!]!;
      return {};
    },
  };
  const segment = {
    ...{ model, run, encoded: {}, prompt: [], language: 'en', checkpoint: async () => {} },
    prepared: { samples, lead: 0 },
    input: { samples, sentences: 1, speech: [{ start: 0.3, end: 0.8 }] },
  } as unknown as HeardSegment;
  return { segment, encoded };
}

const hypothesis = (text: string, total: number) =>
  ({ tokens: characters.encode(text), logProbs: [total], total, ended: true }) as unknown as Hypothesis;
const word = (text: string, logProb: number) =>
  ({
    sentence: { lm: 0, words: [{ word: text, from: 0, to: text.length, filler: false }] },
    ...{ hypothesis: hypothesis(text, logProb), logProb, share: 0.5, distance: 1, exact: true },
  }) as SpokenSentence;
const plain = ({ tokens }: Hypothesis) =>
  plainText([characters.decode(tokens)], 'en')
    .map(({ text }) => text)
    .join(' ');

test('a word that is clear in other surroundings is the better one, and sounds as it does there', async () => {
  const { segment, encoded } = segmentWith([
    { free: 'man', scores: {} },
    { free: 'menu', scores: { 'Menu.': -0.5, no: -9 } },
    { free: 'men', scores: { menu: -3, 'No.': -8 } },
  ]);
  const heard = await hearAgain(segment, hypothesis('man', -2), [word('no', -5), word('menu', -6)], plain);
  expect(heard.map(({ sentence }) => sentence.words[0]!.word)).toEqual(['menu', 'no']);
  expect(heard[0]).toMatchObject({ distance: 0, heardAgain: true });
  // As much below the free text as it lacks in the mean of the hearings: 4, 0.5 and 3.
  expect(heard[0]!.logProb).toBeCloseTo(-2 - (4 + 0.5 + 3) / 3);
  expect(heard[0]!.share + heard[1]!.share).toBeCloseTo(1);
  expect(heard[0]!.share).toBeGreaterThan(0.9);
  // What comes next is about the audio as it was.
  expect(encoded).toEqual([1, 2, 0]);
});

test('the audio as it was is given back to the model when the request ends in between', async () => {
  const { segment, encoded } = segmentWith([
    { free: 'a', scores: {} },
    { free: 'a', scores: {} },
    { free: 'a', scores: {} },
  ]);
  segment.checkpoint = () => Promise.reject(new Error('canceled'));
  const heard = hearAgain(segment, hypothesis('a', -1), [word('a', -1)], plain);
  await expect(heard).rejects.toThrow('canceled');
  expect(encoded.at(-1)).toBe(0);
});

test('long speech, sure words and Whisper are heard once', () => {
  const { segment } = segmentWith([
    { free: 'a', scores: {} },
    { free: 'a', scores: {} },
    { free: 'a', scores: {} },
  ]);
  expect(isWorthHearingAgain(segment, 0.4)).toBe(true);
  expect(isWorthHearingAgain(segment, 0.7)).toBe(false);
  segment.input.speech = [
    { start: 0, end: 0.6 },
    { start: 0.7, end: 1.2 },
  ];
  expect(isWorthHearingAgain(segment, 0.4)).toBe(false);
  segment.input.speech = [{ start: 0, end: 0.5 }];
  const whisper = { ...segment.model, shape: { ...segment.model.shape, family: 'whisper' } };
  expect(isWorthHearingAgain({ ...segment, model: whisper } as HeardSegment, 0.5)).toBe(false);
});
