import { embeddingSamples } from '../../packages/inference/dist/embed/embedding-samples.js';
import { SpeakerModel } from '../../packages/inference/dist/embed/speaker-model.js';
import { unitFloats } from '../../packages/voices/dist/traits/segment-voice.js';
import { SPEEDS } from '../../packages/voices/dist/voice.js';

/** The voice of a stretch as VERIFY embeds it: 1,024 numbers, full speed, then slow. */
export async function embeddingRows(store) {
  const model = await SpeakerModel.load(store.path('speaker-embedding', 'embedding.ort'));
  return async (sound) => {
    const views = [];
    for (const speed of SPEEDS) views.push(unitFloats(await model.embed(embeddingSamples(sound, speed))));
    return views;
  };
}
