import { Tensor } from 'onnxruntime-node';
import { defaultEndpointer } from '../../packages/contract/dist/index.js';
import { findSegments } from '../../packages/inference/dist/jobs/find-segments.js';
import { MOONSHINE_EDGE } from '../../packages/inference/dist/speech/moonshine.js';
import { prepareSamples } from '../../packages/inference/dist/speech/prepare-samples.js';
import { emotionWindow } from '../../packages/inference/dist/traits/emotion/emotion-window.js';
import { pooledStates } from '../../packages/inference/dist/traits/pooled-states.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { openInnerEncoder } from '../inner-encoder.mjs';

/** Those that the product reads, and one between them to compare with. */
const LAYERS = [3, 4, 5];
const RATE = 16_000;
const WIDTH = 416;

/** What the server would compute of the longest segment of some audio; the encoder is cut off after the last layer that is read. */
export class SegmentFeatures {
  #encoder;
  #loaded;
  #settings;

  static async load() {
    const features = new SegmentFeatures();
    const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
    await store.fetch(['moonshine-base', 'silero-vad']);
    features.#settings = { voiceActivityModel: store.path('silero-vad', 'vad.onnx'), modelsDir: store.dir };
    features.#loaded = await findSegments.load({
      settings: features.#settings,
      shared: (_, create) => create(),
    });
    features.#encoder = await openInnerEncoder(store.path('moonshine-base', 'encoder.onnx'), LAYERS);
    return features;
  }

  /** Undefined where nobody speaks. With `seconds`, of so much of the middle of the speech as if there were no more. */
  async of(samples, seconds = Number.POSITIVE_INFINITY) {
    const found = await this.#longest(samples);
    if (!found) return undefined;
    const segment = middle(found, seconds);
    const prepared = prepareSamples(segment.samples, segment.speech, MOONSHINE_EDGE);
    const window = emotionWindow(prepared, segment.speech);
    const states = await this.#encoder.run({
      samples: new Tensor('float32', prepared.samples, [1, prepared.samples.length]),
    });
    const inner = LAYERS.map((layer) => pooledStates(states[`inner.${layer}`].data, WIDTH, window));
    return { speech: spoken(segment), numbers: inner.flatMap((part) => [...part]) };
  }

  async #longest(samples) {
    const segments = [];
    const context = {
      loaded: this.#loaded,
      settings: this.#settings,
      signal: new AbortController().signal,
      checkpoint: async () => {},
      emit: (segment) => segments.push(segment),
    };
    await findSegments.run({ audio: { samples }, endpointer: defaultEndpointer, firstOnly: false }, context);
    const longest = segments.toSorted((a, b) => spoken(b) - spoken(a))[0];
    if (!longest) return undefined;
    const speech = longest.speech.map(({ start, end }) => ({
      start: Math.max(0, start - longest.audioStart),
      end: Math.min(longest.samples.length / RATE, end - longest.audioStart),
    }));
    return { samples: longest.samples, speech };
  }
}

function middle({ samples, speech }, seconds) {
  const [from, to] = [speech[0].start, speech.at(-1).end];
  if (to - from <= seconds) return { samples, speech };
  const start = (from + to - seconds) / 2;
  const part = samples.subarray(Math.round(start * RATE), Math.round((start + seconds) * RATE));
  return { samples: part, speech: [{ start: 0, end: seconds }] };
}

function spoken({ speech }) {
  return speech.reduce((sum, { start, end }) => sum + end - start, 0);
}
