import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tensor } from 'onnxruntime-node';
import { defaultEndpointer, defaultModelsDir, ModelStore } from '../../packages/engine/dist/index.js';
import { findSegments } from '../../packages/engine/dist/jobs/find-segments.js';
import { innerEncoderGraph } from '../../packages/engine/dist/models/graphs/inner-encoder-graph.js';
import { moonshineEncoder } from '../../packages/engine/dist/models/graphs/moonshine-encoder.js';
import { readModel, writeModel } from '../../packages/engine/dist/models/graphs/onnx.js';
import { prepareSamples } from '../../packages/engine/dist/recognize/prepare-samples.js';
import { acoustics } from '../../packages/engine/dist/speakers/traits/emotion/acoustics.js';
import { pooledStates } from '../../packages/engine/dist/speakers/traits/emotion/inner-states.js';
import { emotionWindow } from '../../packages/engine/dist/speakers/traits/emotion/window.js';
import { openGraph } from '../../packages/engine/dist/speech/open-graph.js';

const LAYERS = [1, 2, 3];
const WIDTH = 416;

/** What the server would compute of the longest segment of some audio; the encoder alone is cut off after its third layer. */
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
    features.#encoder = await openInner(store.path('moonshine-base', 'encoder.onnx'));
    return features;
  }

  /** Undefined where nobody speaks. */
  async of(samples) {
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
      end: Math.min(longest.samples.length / 16_000, end - longest.audioStart),
    }));
    const prepared = prepareSamples(longest.samples, speech);
    const window = emotionWindow(prepared, speech);
    const states = await this.#encoder.run({
      samples: new Tensor('float32', prepared.samples, [1, prepared.samples.length]),
    });
    const inner = LAYERS.map((layer) => pooledStates(states[`inner.${layer}`].data, WIDTH, window));
    const heard = acoustics(prepared.samples.subarray(window.from, window.to));
    return { speech: spoken(longest), numbers: [heard, ...inner].flatMap((part) => [...part]) };
  }
}

function spoken({ speech }) {
  return speech.reduce((sum, { start, end }) => sum + end - start, 0);
}

async function openInner(path) {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-emotion-'));
  try {
    const file = join(folder, 'inner.onnx');
    writeFileSync(
      file,
      writeModel(innerEncoderGraph(moonshineEncoder(readModel(readFileSync(path))), LAYERS)),
    );
    return await openGraph(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
