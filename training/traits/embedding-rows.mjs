import { embeddingSamples } from '../../packages/engine/dist/speakers/embedding-samples.js';
import { SpeakerModel } from '../../packages/engine/dist/speakers/speaker-model.js';
import { unitFloats } from '../../packages/engine/dist/speakers/traits/segment-voice.js';
import { SPEEDS } from '../../packages/engine/dist/speakers/voice.js';

/** The voice of a stretch as VERIFY embeds it: 1,024 numbers, full speed, then slow. */
export async function embeddingRows(store) {
  const model = await SpeakerModel.load(store.path('speaker-embedding', 'embedding.ort'));
  return async (sound) => {
    const views = [];
    for (const speed of SPEEDS) views.push(unitFloats(await model.embed(embeddingSamples(sound, speed))));
    return views;
  };
}
