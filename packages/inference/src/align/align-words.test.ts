import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio } from '@locutor/audio';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { beforeAll, describe, expect, test } from 'vitest';
import { beamSearch } from '../search/beam-search.ts';
import { DecoderRun } from '../speech/decoder-run.ts';
import { Moonshine } from '../speech/moonshine.ts';
import { tokenWords } from '../speech/vocabulary.ts';
import { alignWords } from './align-words.ts';
import type { WordTime } from './place-words.ts';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
const digits = join(import.meta.dirname, '../../../../../shared/data/digits-en');
const fixtures = join(import.meta.dirname, '../../../../test/fixtures');
const PAUSES = [0, 0.3, 0.1, 0.6];

interface Said {
  samples: Float32Array;
  text: string;
  times: WordTime[];
}

/** Words from clips of one word each, their silence removed, with pauses between them. */
async function say(words: readonly { word: string; file: string }[]): Promise<Said> {
  const times: WordTime[] = [];
  const audio: number[] = Array.from({ length: 4000 }, () => 0);
  for (const [at, { file }] of words.entries()) {
    const clip = (await decodeAudio(readFileSync(file))).samples;
    const loud = clip.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 30;
    const first = clip.findIndex((sample) => Math.abs(sample) > loud);
    const last = clip.findLastIndex((sample) => Math.abs(sample) > loud);
    times.push({ start: audio.length / 16_000, end: (audio.length + last - first) / 16_000 });
    for (let sample = first; sample < last; sample++) audio.push(clip[sample]!);
    for (let pause = 0; pause < PAUSES[at % PAUSES.length]! * 16_000; pause++) audio.push(0);
  }
  for (let tail = 0; tail < 4000; tail++) audio.push(0);
  return { samples: Float32Array.from(audio), text: `${words.map(({ word }) => word).join(', ')}.`, times };
}

/** Ten digits of a recorded speaker. */
function digitsOf(speaker: string) {
  return readFileSync(join(digits, 'index.tsv'), 'utf8')
    .split('\n')
    .map((row) => row.split('\t'))
    .filter((cells) => cells[1] === speaker)
    .map((cells) => ({ word: cells[4]!, file: join(digits, cells[0]!) }));
}

const clips = { yes: 'yes.flac', no: 'no.opus' } as const;
const answers = (...words: (keyof typeof clips)[]) =>
  words.map((word) => ({ word, file: join(fixtures, clips[word]) }));

/** Our own fixtures, and recordings where those for development are beside the clone. */
const voices = [
  {
    what: 'synthetic speech',
    sentences: [
      answers('yes', 'no', 'yes', 'yes', 'no', 'no'),
      answers('no', 'yes', 'no', 'no', 'yes', 'yes'),
    ],
  },
  ...(existsSync(digits) ? [{ what: 'recordings', sentences: ['12', '26', '47'].map(digitsOf) }] : []),
];

describe.each(['moonshine-base', 'moonshine-tiny'] as const)('word times of %s', (name) => {
  const ready = store.missing([name]).length === 0;
  let model: Moonshine;

  beforeAll(async () => {
    if (ready) model = await Moonshine.load(name, (file) => store.path(name, file));
  });

  test.for(voices)('are right where words of $what are known to be', async ({ sentences }, ctx) => {
    if (!ready) ctx.skip(`${name} is not in the model cache`);
    const run = new DecoderRun(model);
    const errors: number[] = [];
    for (const sentence of sentences) {
      const { samples, text, times: said } = await say(sentence);
      const tokens = model.vocabulary.encode(text);
      const times = await alignWords(run, model, await model.encode(samples), {
        prompt: model.prompt('en'),
        tokens,
        words: tokenWords(model.vocabulary, tokens),
        samples,
        speech: [],
      });
      expect(times).toHaveLength(sentence.length);
      for (const [at, { start, end }] of said.entries())
        errors.push(Math.abs(times[at]!.start - start), Math.abs(times[at]!.end - end));
    }
    errors.sort((a, b) => a - b);
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.05);
    expect(errors[Math.floor(0.9 * errors.length)]).toBeLessThan(0.15);
  });

  test.for(voices)('of $what are the same by what a search has looked at', async ({ sentences }, ctx) => {
    if (!ready) ctx.skip(`${name} is not in the model cache`);
    const run = new DecoderRun(model);
    const { samples } = await say(sentences[1]!);
    const encoded = await model.encode(samples);
    const search = { beams: 3, prune: 2, hypotheses: 1, minTokens: 1, maxTokens: 60 };
    const prompt = model.prompt('en');
    const [best] = await beamSearch(run, model, encoded, { ...search, prompt, heads: model.alignmentHeads });
    const { tokens, attention } = best!;
    const input = { prompt, tokens, words: tokenWords(model.vocabulary, tokens), samples, speech: [] };
    const kept = await alignWords(run, model, encoded, { ...input, attention: attention! });
    const anew = await alignWords(run, model, encoded, input);
    expect(kept.length).toBeGreaterThan(5);
    const off = kept.flatMap(({ start, end }, at) => [
      Math.abs(start - anew[at]!.start),
      Math.abs(end - anew[at]!.end),
    ]);
    off.sort((a, b) => a - b);
    expect(off[Math.floor(off.length / 2)]).toBeLessThanOrEqual(0.011);
    expect(off.at(-1)).toBeLessThan(0.1);
  });

  test('of no words and of one in the shortest audio', async (ctx) => {
    if (!ready) ctx.skip(`${name} is not in the model cache`);
    const run = new DecoderRun(model);
    const samples = new Float32Array(100).fill(0.1);
    const encoded = await model.encode(samples);
    const tokens = model.vocabulary.encode('no no no no');
    const input = { prompt: model.prompt('en'), tokens, samples, speech: [] };
    expect(await alignWords(run, model, encoded, { ...input, words: [] })).toEqual([]);
    const words = tokenWords(model.vocabulary, tokens);
    const times = await alignWords(run, model, encoded, { ...input, words });
    expect(times.map(({ start }) => Math.round(start * 16_000))).toEqual([0, 25, 50, 75]);
    const [one] = await alignWords(run, model, encoded, {
      ...input,
      tokens: tokens.slice(0, 1),
      words: [words[0]!],
    });
    expect(one).toEqual({ start: 0, end: 100 / 16_000 });
  });
});
