// node bench/dist/emotion/main.js [--models DIR] [--clips N]: what reading emotions costs.

import { parseArgs } from 'node:util';
import type { EmotionScores, RecognizerName } from '@locutor/contract';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { likeliest } from '@locutor/voices';
import { clipSets, clipsOf } from '../recognize/clip-sets.ts';
import { InProcessEngine, requestFor } from '../recognize/in-process.ts';
import { table } from '../table.ts';

const { values } = parseArgs({ options: { models: { type: 'string' }, clips: { type: 'string' } } });
const store = new ModelStore({ dir: values.models ?? defaultModelsDir() });
if (store.missing(['emotion']).length > 0) {
  console.error('The emotion model is not installed: npx locutor models fetch emotion');
  process.exit(1);
}
const most = Number(values.clips ?? 20);
const recognizers = (['moonshine-base', 'whisper-base'] as const).filter(
  (name) => store.missing([name]).length === 0,
);
const engine = await InProcessEngine.load({
  voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
  modelsDir: store.dir,
});

async function recognize(samples: Float32Array, model: RecognizerName, emotion: boolean) {
  const before = spent();
  const request = requestFor({ samples }, model);
  const segments = await engine.recognizer.recognize({ ...request, ...(emotion && { emotion: true }) });
  const scores = segments.flatMap((segment): EmotionScores[] => (segment.emotion ? [segment.emotion] : []));
  const said = segments.map(({ alternatives }) => alternatives[0]?.text).join('|');
  return { ms: spent() - before, said, scores };
}

function spent(): number {
  return Object.values(engine.spent).reduce((sum, ms) => sum + ms, 0);
}

const rows: (string | number)[][] = [];
for (const model of recognizers) {
  for (const set of clipSets.filter(({ name }) => /^(read, adults|acted|long)/.test(name))) {
    const clips = await clipsOf(set, set.name.startsWith('long') ? Math.ceil(most / 5) : most);
    if (clips.length === 0) continue;
    const total = { without: 0, with: 0 };
    let [same, neutral, segments] = [0, 0, 0];
    await recognize(clips[0]!.samples, model, true);
    for (const [n, { samples }] of clips.entries()) {
      // In turns, so that what else the machine does falls on both.
      const order = n % 2 === 0 ? [false, true] : [true, false];
      const texts: string[] = [];
      for (const emotion of order) {
        const { ms, said, scores } = await recognize(samples, model, emotion);
        total[emotion ? 'with' : 'without'] += ms;
        texts.push(said);
        segments += scores.length;
        neutral += scores.filter((each) => ['neutral', 'calm'].includes(likeliest(each))).length;
      }
      if (texts[0] === texts[1]) same += 1;
    }
    const perClip = (ms: number) => (ms / clips.length).toFixed(1);
    rows.push([
      model,
      set.name,
      clips.length,
      perClip(total.without),
      perClip(total.with),
      `${(100 * (total.with / total.without - 1)).toFixed(1)} %`,
      `${same} of ${clips.length}`,
      `${neutral} of ${segments}`,
    ]);
  }
}
console.log('Processor ms a clip, from the samples to the result, without and with emotions');
console.log(
  table([['model', 'clips', '#', 'without', 'with', 'more', 'same words', 'neutral or calm'], ...rows]),
);
