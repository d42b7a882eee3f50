import { joinSamples } from '@locutor/audio';
import type { ModelStore } from '@locutor/models';
import {
  DecoderRun,
  recognizerNames,
  SegmentationModel,
  SileroVad,
  SpeakerModel,
  type SpeechModel,
  SpeechModels,
  SpoofingDetector,
  VAD_WINDOW,
  WINDOW_SAMPLES,
  WINDOWS_AT_ONCE,
} from './engine-models.ts';

/** What a part of a model gave for one clip. */
export interface Output {
  part: string;
  values: Float32Array;
}

const STEPS = 24;

/** What every model in the store makes of clips at 16 kHz. */
export async function* outputs(store: ModelStore, clips: readonly Float32Array[]): AsyncGenerator<Output> {
  const isReady = (name: string) => store.missing([name]).length === 0;
  for (const name of recognizerNames.filter(isReady)) {
    const model = await new SpeechModels(store).get(name);
    for (const clip of clips) yield* recognizerOutputs(name, model, clip);
  }
  const vad = await SileroVad.load(store.path('silero-vad', 'vad.onnx'));
  const speakers = await SpeakerModel.load(store.path('speaker-embedding', 'embedding.ort'));
  const segmentation = await SegmentationModel.load();
  const spoofing = await SpoofingDetector.load();
  for (const clip of clips) {
    yield { part: 'voice activity', values: await probabilities(vad.another(), clip) };
    yield { part: 'speaker embedding', values: await speakers.embed(clip) };
    const window = new Float32Array(WINDOW_SAMPLES);
    window.set(clip.subarray(0, WINDOW_SAMPLES));
    const [activity] = await segmentation.activities([window]);
    yield { part: 'segmentation', values: joinSamples(activity!.speaks) };
    yield { part: 'spoofing detector', values: Float32Array.of(await spoofing.score(clip)) };
  }
}

/** The encoder's keys and values, then the log probabilities of the likeliest tokens as they follow each other. */
async function* recognizerOutputs(
  name: string,
  model: SpeechModel,
  clip: Float32Array,
): AsyncGenerator<Output> {
  const encoded = await model.encode(clip);
  const cross = Object.values(encoded.cross).map((tensor) => tensor.data as Float32Array);
  yield { part: `${name}: encoder`, values: joinSamples(cross) };
  const run = new DecoderRun(model);
  run.begin(encoded);
  let logProbs = await run.prompt(model.prompt('en'));
  const all = [logProbs.slice()];
  while (all.length < STEPS) {
    const token = likeliest(logProbs);
    if (token === model.shape.endToken) break;
    logProbs = await run.step([token], [0]);
    all.push(logProbs.slice());
  }
  yield { part: `${name}: decoder`, values: joinSamples(all) };
}

async function probabilities(vad: SileroVad, clip: Float32Array): Promise<Float32Array> {
  const windows: Float32Array[] = [];
  for (let at = 0; at < clip.length; at += VAD_WINDOW) windows.push(clip.subarray(at, at + VAD_WINDOW));
  const found: Float32Array[] = [];
  for (let at = 0; at < windows.length; at += WINDOWS_AT_ONCE) {
    found.push((await vad.probabilities(windows.slice(at, at + WINDOWS_AT_ONCE))).slice());
  }
  return joinSamples(found);
}

function likeliest(logProbs: Float32Array): number {
  let best = 0;
  for (let at = 1; at < logProbs.length; at++) if (logProbs[at]! > logProbs[best]!) best = at;
  return best;
}
