import { Tensor } from 'onnxruntime-node';
import { joinSamples } from '../../packages/audio/dist/index.js';
import { MOONSHINE_EDGE } from '../../packages/inference/dist/speech/moonshine.js';
import { prepareSamples } from '../../packages/inference/dist/speech/prepare-samples.js';
import { pooledStates } from '../../packages/inference/dist/traits/pooled-states.js';
import { openInnerEncoder } from '../inner-encoder.mjs';

/** Those that the product reads the traits from. */
const LAYERS = [2, 5];
const RATE = 16_000;
const WIDTH = 416;

/** A stretch in the recogniser's encoder: 1,664 numbers, means and deviations of two layers. */
export async function stateRows(store) {
  const encoder = await openInnerEncoder(store.path('moonshine-base', 'encoder.onnx'), LAYERS);
  return async (sound) => {
    const stretch = joinSamples(sound);
    const { samples } = prepareSamples(stretch, [{ start: 0, end: stretch.length / RATE }], MOONSHINE_EDGE);
    const states = await encoder.run({ samples: new Tensor('float32', samples, [1, samples.length]) });
    return LAYERS.map((layer) => Float32Array.from(pooledStates(states[`inner.${layer}`].data, WIDTH)));
  };
}
