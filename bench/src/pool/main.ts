import { physicalCores } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { table } from '../table.ts';
import { cancelLatency, checkpointCost, overhead, restartTime, throughput } from './measures.ts';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
await store.fetch(['silero-vad']);
const settings = { voiceActivityModel: store.path('silero-vad', 'vad.onnx') };
const MB = 1_000_000;

const sizes = [100, 50_000, 5 * MB, 60 * MB];
const overheads = await overhead(sizes, 41);
console.log('\nA job that does nothing, medians:');
console.log(
  table([
    ['input bytes', 'until done', 'main process blocked'],
    ...sizes.map((size, index) => [
      size,
      `${overheads[index]!.totalMs.toFixed(2)} ms`,
      `${overheads[index]!.blockedMs.toFixed(2)} ms`,
    ]),
  ]),
);

const { perSecond, rssBytes } = await throughput(settings, [1, 2], 7);
console.log(
  `\nVoice activity on 5 s of audio, ${physicalCores()} physical cores, medians of interleaved rounds:`,
);
console.log(
  table([
    ['processes', 'jobs per second', 'times real time', 'ratio'],
    ...perSecond.map((rate, index) => [
      index + 1,
      rate.toFixed(1),
      (5 * rate).toFixed(0),
      (rate / perSecond[0]!).toFixed(2),
    ]),
  ]),
);

console.log('\nSupervision:');
console.log(
  table([
    ['what', 'median'],
    ['a checkpoint', `${(await checkpointCost()).toFixed(0)} ns`],
    ['abort until the process has done the next job', `${(await cancelLatency(31)).toFixed(2)} ms`],
    [
      'kill until the next process is ready, pause included',
      `${(await restartTime(settings, 9)).toFixed(0)} ms`,
    ],
    ['resident memory of a process with the voice model', `${(rssBytes / MB).toFixed(0)} MB`],
  ]),
);
