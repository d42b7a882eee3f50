import type { ModelStore } from '@locutor/models';
import { evenly, recordings } from '../corpora/recordings.ts';
import { noises, samplesOf } from '../corpora/samples.ts';
import { percent, table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';
import { withNoise } from '../word-times/join-cuts.ts';
import { InProcessEngine, requestFor } from './in-process.ts';

const MODEL = 'moonshine-base';
const LEVELS = [undefined, 10, 5, 0];
const WAYS = { 'as recorded': {}, 'noise suppressed': { enhanced: true } } as const;
/** Others are hardly louder than the background of the speech. */
const LOUD = 1e-6;

interface Sum {
  words: number;
  errors: number;
  ms: number;
}

/** English recorded at home, with real noises behind it, with and without noise suppression. */
export async function printNoise(store: ModelStore, modelsDir: string, clips: number): Promise<void> {
  await store.fetch([MODEL, 'dtln']);
  const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
  const engine = await InProcessEngine.load({ voiceActivityModel, modelsDir, preload: [MODEL] });
  const behind = (await noises(() => true)).filter(isLoud);
  const all = recordings('common-voice').filter(({ text, language }) => text !== '' && language === 'en');
  if (all.length === 0 || behind.length === 0) {
    console.log('\nNoise: the recordings are not on this machine, left out');
    return;
  }
  const sums = LEVELS.map(() => Object.values(WAYS).map((): Sum => ({ words: 0, errors: 0, ms: 0 })));
  let seconds = 0;
  for (const [n, { file, text }] of evenly(all, clips).entries()) {
    const samples = await samplesOf(file);
    const said = comparedWords(text, 'en');
    seconds += samples.length / 16_000;
    for (const [level, decibels] of LEVELS.entries()) {
      const heard =
        decibels === undefined ? samples : withNoise(samples, behind[(7 * n) % behind.length]!, decibels);
      for (const [way, asked] of Object.values(WAYS).entries()) {
        const before = total(engine);
        const request = { ...requestFor({ samples: heard }, MODEL), ...asked };
        const found = await engine.recognizer.recognize(request);
        const best = found.flatMap(({ alternatives }) => alternatives[0]?.text ?? []).join(' ');
        const sum = sums[level]![way]!;
        sum.words += said.length;
        sum.errors += compare(said, comparedWords(best, 'en')).errors;
        sum.ms += total(engine) - before;
      }
    }
  }
  const rows = LEVELS.map((decibels, level) => [
    decibels === undefined ? 'none' : `${decibels} dB below`,
    sums[level]![0]!.words,
    ...sums[level]!.map(({ words, errors }) => percent(errors / words)),
    ...sums[level]!.map(({ ms }) => `${(ms / 1000 / seconds).toFixed(3)} ×`),
  ]);
  const ways = Object.keys(WAYS);
  const head = ['noise', 'words', ...ways, ...ways.map((way) => `processor time, ${way}`)];
  console.log('\nEnglish recorded at home behind real noises');
  console.log(table([head, ...rows]));
}

const isLoud = (samples: Float32Array) =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length > LOUD;

const total = ({ spent }: InProcessEngine) => Object.values(spent).reduce((sum, ms) => sum + ms, 0);
