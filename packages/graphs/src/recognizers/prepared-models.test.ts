import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeAudio } from '@locutor/audio';
import { defaultModelsDir } from '@locutor/models';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { preparers } from '../preparers.ts';
import { unsignedModel } from '../rewrite/signed-products.ts';
import { graphFiles } from './graph-files.ts';
import { recognizerGraphs } from './recognizer-graphs.ts';
import { graphValues, layerValues } from './value-names.ts';

const recordings = join(import.meta.dirname, '../../../../../shared/data/speech-en');
const fixtures = join(import.meta.dirname, '../../../../test/fixtures');
const decoded = async (file: string) => (await decodeAudio(readFileSync(file))).samples;
const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };

describe.each(['moonshine-base', 'moonshine-tiny'] as const)('%s, prepared', (name) => {
  const shape = recognizerGraphs[name];
  const folder = join(process.env.LOCUTOR_MODELS_DIR || defaultModelsDir(), name);
  const fetched = existsSync(join(folder, graphFiles.decoder));
  let published: { encoder: InferenceSession; decoder: InferenceSession };
  let prepared: { encode: InferenceSession; decode: InferenceSession };

  beforeAll(async () => {
    if (!fetched) return;
    const file = (key: string) => readFileSync(join(folder, key));
    const made = await preparers
      .find((preparer) => preparer.name === shape.family)!
      .run({
        [graphFiles.encoder]: file(graphFiles.encoder),
        [graphFiles.decoder]: file(graphFiles.decoder),
      });
    const open = (bytes: Uint8Array) => InferenceSession.create(bytes, options);
    published = {
      encoder: await open(file(graphFiles.encoder)),
      decoder: await open(file(graphFiles.decoder)),
    };
    prepared = {
      encode: await open(unsignedModel(made[graphFiles.preparedEncoder]!)),
      decode: await open(unsignedModel(made[graphFiles.preparedDecoder]!)),
    };
  });

  /** Greedy tokens of the published merged graph, end included where it comes. */
  async function publishedTokens(samples: Float32Array): Promise<number[]> {
    const input = new Tensor('float32', samples, [1, samples.length]);
    const { last_hidden_state: states } = await published.encoder.run({ input_values: input });
    const past: Record<string, Tensor> = {};
    for (const name of published.decoder.inputNames.filter((name) => name.startsWith('past'))) {
      past[name] = new Tensor('float32', new Float32Array(), [1, shape.heads, 0, shape.headSize]);
    }
    const tokens: number[] = [shape.startToken];
    const most = Math.ceil((samples.length / 16_000) * 6.5);
    while (tokens.length <= most && tokens.at(-1) !== shape.endToken) {
      const outputs = await published.decoder.run({
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(tokens.at(-1)!)), [1, 1]),
        encoder_hidden_states: states!,
        use_cache_branch: new Tensor('bool', [tokens.length > 1], [1]),
        ...past,
      });
      for (const [key, value] of Object.entries(outputs)) {
        const fixed = key.includes('.encoder.') && tokens.length > 1;
        if (key.startsWith('present') && !fixed)
          past[key.replace('present', 'past_key_values')] = value as Tensor;
      }
      tokens.push(best(outputs.logits!.data as Float32Array, 0, shape.vocabulary));
    }
    return tokens;
  }

  /** What the prepared graphs would say after each of these tokens, in one pass. */
  async function preparedTokens(samples: Float32Array, tokens: readonly number[]): Promise<number[]> {
    const input = new Tensor('float32', samples, [1, samples.length]);
    const { [graphValues.states]: _, ...cross } = await prepared.encode.run({ [graphValues.samples]: input });
    const past: Record<string, Tensor> = {};
    for (let layer = 0; layer < shape.layers; layer++) {
      for (const name of [layerValues.pastKey(layer), layerValues.pastValue(layer)]) {
        past[name] = new Tensor('float32', new Float32Array(), [1, shape.heads, 0, shape.headSize]);
      }
    }
    const rows = BigInt64Array.from(tokens, (_, at) => BigInt(at));
    const outputs = await prepared.decode.run({
      [graphValues.tokens]: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      [graphValues.rows]: new Tensor('int64', rows, [rows.length]),
      ...cross,
      ...past,
    });
    const scores = outputs[graphValues.logProbs]!.data as Float32Array;
    return tokens.map((_, at) => best(scores, at * shape.vocabulary, shape.vocabulary));
  }

  async function agreement(clips: readonly Float32Array[]): Promise<{ same: number; of: number }> {
    const counts = { same: 0, of: 0 };
    for (const samples of clips) {
      const expected = await publishedTokens(samples);
      const actual = await preparedTokens(samples, expected.slice(0, -1));
      counts.of += actual.length;
      counts.same += actual.filter((token, at) => token === expected[at + 1]).length;
    }
    return counts;
  }

  test('describes itself as the recogniser is told', (ctx) => {
    if (!fetched) ctx.skip(`${name} is not in the model cache`);
    const layers = (prefix: string, names: readonly string[]) =>
      names.filter((n) => n.startsWith(prefix)).length;
    expect(layers('past_key.', prepared.decode.inputNames)).toBe(shape.layers);
    expect(layers('attention.', prepared.decode.outputNames)).toBe(shape.layers);
    const metadata = prepared.decode.inputMetadata.find((input) => input.name === layerValues.pastKey(0));
    expect(metadata).toMatchObject({ shape: ['batch', shape.heads, 'past', shape.headSize] });
    const output = prepared.decode.outputMetadata.find(
      (candidate) => candidate.name === graphValues.logProbs,
    );
    expect(output).toMatchObject({ shape: ['batch', 'rows', shape.vocabulary] });
  });

  test('takes the shortest audio it says it takes', async (ctx) => {
    if (!fetched) ctx.skip(`${name} is not in the model cache`);
    const run = (length: number) =>
      prepared.encode.run({
        [graphValues.samples]: new Tensor('float32', new Float32Array(length), [1, length]),
      });
    expect((await run(shape.minSamples))[layerValues.crossKey(0)]!.dims).toEqual([
      1,
      shape.heads,
      1,
      shape.headSize,
    ]);
  });

  test('says of synthesised sound what the published graphs say', async (ctx) => {
    if (!fetched) ctx.skip(`${name} is not in the model cache`);
    // A buzz through two moving resonances: close enough to a vowel for the model to write words.
    const vowel = (from: number, to: number) =>
      Float32Array.from({ length: 24_000 }, (_, at) => {
        const formant = from + ((to - from) * at) / 24_000;
        let sum = 0;
        for (let k = 1; k < 30; k++) {
          const gain =
            1 / (1 + ((k * 120 - formant) / 120) ** 2) + 0.5 / (1 + ((k * 120 - 2 * formant) / 150) ** 2);
          sum += gain * Math.sin((2 * Math.PI * 120 * k * at) / 16_000);
        }
        return sum * 0.1 * Math.sin((Math.PI * at) / 24_000);
      });
    const { same, of } = await agreement([vowel(300, 900), vowel(900, 400), vowel(500, 500)]);
    expect(same / of, `${same} of ${of} tokens`).toBeGreaterThanOrEqual(0.8);
  });

  test('says of synthetic speech what the published graphs say', async (ctx) => {
    if (!fetched) ctx.skip(`${name} is not in the model cache`);
    const files = ['sentence.flac', 'bill.opus', 'pizza.opus', 'digits.flac', 'amount.opus', 'filler.opus'];
    const { same, of } = await agreement(
      await Promise.all(files.map((file) => decoded(join(fixtures, file)))),
    );
    expect(same / of, `${same} of ${of} tokens`).toBeGreaterThanOrEqual(0.93);
  });

  test('says of real speech what the published graphs say', async (ctx) => {
    if (!fetched) ctx.skip(`${name} is not in the model cache`);
    if (!existsSync(recordings)) ctx.skip('no recordings beside the clone; synthetic speech is tested above');
    const files = (await readdir(recordings, { recursive: true }))
      .filter((file) => /\.(flac|wav)$/.test(file))
      .sort();
    const chosen = files.filter((_, at) => at % Math.ceil(files.length / 8) === 0);
    const { same, of } = await agreement(
      await Promise.all(chosen.map((file) => decoded(join(recordings, file)))),
    );
    // Not all: with onnxruntime's optimisations off, the published graphs repeat 83 of 100 of their own transcripts.
    expect(same / of, `${same} of ${of} tokens`).toBeGreaterThanOrEqual(0.93);
  });
});

function best(scores: Float32Array, from: number, count: number): number {
  let at = from;
  for (let candidate = from + 1; candidate < from + count; candidate++) {
    if (scores[candidate]! > scores[at]!) at = candidate;
  }
  return at - from;
}
