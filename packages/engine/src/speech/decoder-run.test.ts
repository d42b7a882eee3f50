import { recognizerGraphs } from '@locutor/models';
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
