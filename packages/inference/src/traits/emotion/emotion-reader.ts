import { readFile } from 'node:fs/promises';
import { type EmotionScores, type SpeechSpan, spokenSeconds } from '@locutor/contract';
import { graphFiles, graphValues, type InnerLayer, layerValues, recognizerGraphs } from '@locutor/graphs';
import type { ModelStore } from '@locutor/models';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { fromModelFile } from '../../runtime/model-file.ts';
import type { OnDemandModels } from '../../runtime/on-demand-models.ts';
import { openModel, preparedGraph } from '../../runtime/open-model.ts';
import type { PreparedSamples } from '../../speech/prepare-samples.ts';
import type { EncodedSpeech } from '../../speech/speech-model.ts';
import { pooledLayers } from '../pooled-states.ts';
import { ENCODER, ENCODER_SHA256 } from './emotion-encoder.ts';
import { EmotionHead } from './emotion-head.ts';
import { emotionWindow } from './emotion-window.ts';

const { minSamples } = recognizerGraphs[ENCODER];
/** Those that the head was fitted on. */
const LAYERS = [3, 5] as const satisfies readonly InnerLayer[];
const NAMES = LAYERS.map(layerValues.inner);

/** How segments are said, in an engine process. What it needs is loaded when it is first asked. */
export class EmotionReader {
  readonly #store: Pick<ModelStore, 'path'>;
  #head: Promise<EmotionHead> | undefined;
  readonly #encoder: () => Promise<InferenceSession>;

  constructor(store: Pick<ModelStore, 'path'>, onDemand: OnDemandModels) {
    this.#store = store;
    this.#encoder = onDemand.add('emotion-encoder', async () =>
      openModel(
        'the encoder of the emotion model',
        preparedGraph(store.path(ENCODER, graphFiles.preparedEncoder)),
      ),
    );
  }

  /** Where the recogniser of the words is Moonshine's base model, its encoder has done most of the work already. */
  async read(
    prepared: PreparedSamples,
    speech: readonly SpeechSpan[],
    { inner }: Pick<EncodedSpeech, 'inner'>,
  ): Promise<EmotionScores> {
    const head = await this.#loadedHead();
    const window = emotionWindow(prepared, speech);
    const seconds = spokenSeconds(speech);
    if (inner) return head.scores(pooledLayers(inner, LAYERS, window), seconds);
    const states = await this.#encode(prepared.samples.slice(window.from, window.to));
    return head.scores(pooledLayers(states, LAYERS), seconds);
  }

  async #encode(samples: Float32Array): Promise<Map<InnerLayer, Float32Array>> {
    let input = samples;
    if (samples.length < minSamples) {
      input = new Float32Array(minSamples);
      input.set(samples);
    }
    const encoder = await this.#encoder();
    const waveform = new Tensor('float32', input, [1, input.length]);
    const states = await encoder.run({ [graphValues.samples]: waveform }, [...NAMES]);
    return new Map(LAYERS.map((layer) => [layer, states[layerValues.inner(layer)]!.data as Float32Array]));
  }

  #loadedHead(): Promise<EmotionHead> {
    this.#head ??= loadHead(this.#store.path('emotion', 'emotion.bin')).catch((error) => {
      // It may be installed anew.
      this.#head = undefined;
      throw error;
    });
    return this.#head;
  }
}

function loadHead(path: string): Promise<EmotionHead> {
  return fromModelFile('the emotion model', path, async () =>
    EmotionHead.read(await readFile(path), ENCODER_SHA256),
  );
}
