import { graphValues, layerValues, recognizerGraphs } from '@locutor/graphs';
import fc from 'fast-check';
import { Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { collectGarbage } from '../../test/collect-garbage.ts';
import { DecoderRun } from './decoder-run.ts';
import type { SpeechModel } from './speech-model.ts';

/** A decoder that computes nothing. */
const model = { shape: recognizerGraphs['whisper-tiny'], decoder: { run: async () => ({}) } };

function encoded() {
  const cross = { 'a-key': new Tensor('float32', new Float32Array(64), [1, 1, 1, 64]) };
  return { cross, frames: 1, samples: 1, lead: 0 };
}

const isHeld = async (use: (run: DecoderRun, speech: ReturnType<typeof encoded>) => Promise<unknown>) => {
  const run = new DecoderRun(model as unknown as SpeechModel);
  const begun = async () => {
    const speech = encoded();
    await use(run, speech);
    return new WeakRef(speech.cross['a-key']);
  };
  const tensor = await begun();
  await collectGarbage();
  // The run itself must outlive the look.
  return [tensor.deref() !== undefined, run !== undefined];
};

test('an audio is held from its begin to its end, and not after a single prompt', async () => {
  expect(await isHeld(async (run, speech) => run.begin(speech))).toEqual([true, true]);
  expect(await isHeld((run, speech) => run.only(speech, [1]))).toEqual([false, true]);
  const ended = isHeld(async (run, speech) => {
    run.begin(speech);
    await run.prompt([1]);
    run.end();
  });
  expect(await ended).toEqual([false, true]);
});

test('a prompt that fails lets the audio go too', async () => {
  const failing = { ...model, decoder: { run: () => Promise.reject(new Error('no')) } };
  const run = new DecoderRun(failing as unknown as SpeechModel);
  await expect(run.only(encoded(), [1])).rejects.toThrow('no');
  await expect(run.attentions([1], [])).rejects.toThrow('begin has not been called');
});

/** A decoder whose log probabilities tell the place in the whole text and the token. */
function placeTeller() {
  const { vocabulary } = model.shape;
  const run = async (feeds: Record<string, Tensor>, fetches: Record<string, Tensor>) => {
    const before = feeds[layerValues.pastKey(0)]!.dims[2]!;
    const data = fetches[graphValues.logProbs]!.data as Float32Array;
    const rows = feeds[graphValues.rows]!.data as BigInt64Array;
    for (const [at, row] of rows.entries()) {
      for (let token = 0; token < 8; token++) {
        data[at * vocabulary + token] = -(before + Number(row)) - token / 8;
      }
      data[at * vocabulary + model.shape.endToken] = -(before + Number(row)) - 0.99;
    }
    return {};
  };
  return { ...model, decoder: { run } } as unknown as SpeechModel;
}

test('a known text is scored token by token, however long, and its end', async () => {
  const run = new DecoderRun(placeTeller());
  const tokens = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(7), { minLength: 1, maxLength: 20 }), tokens, async (prompt, text) => {
      run.begin(encoded());
      const expected = text.map((token, at) => -(prompt.length - 1 + at) - token / 8);
      const end = -(prompt.length - 1 + text.length) - 0.99;
      const found = await run.logProbsOf(prompt, text);
      expect(found).toHaveLength(text.length + 1);
      for (const [at, logProb] of [...expected, end].entries()) expect(found[at]).toBeCloseTo(logProb, 4);
    }),
    { numRuns: 30 },
  );
});
