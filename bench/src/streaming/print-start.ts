import { defaultEndpointer } from '@locutor/contract';
import { createEnginePool } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { type Corpus, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf } from '../corpora/speakers.ts';
import { conditions } from '../endpoint/conditions.ts';
import { randomNumbers } from '../random.ts';
import { quantile } from '../statistics.ts';
import { percent, table } from '../table.ts';
import { Endpointer, SpeechOnset } from './engine-listen.ts';
import { speechBounds } from './speech-bounds.ts';

const RATE = 16_000;
const WINDOW_MS = 32;
/** Faint noise around a clip: a line on which nobody speaks. */
const [QUIET_MS, QUIET_LEVEL] = [500, 0.0006];
/** What stands out of it, as a mean over 10 ms: 6 dB above. */
const AUDIBLE = (2 * QUIET_LEVEL) / Math.sqrt(3);
/** What a caller does not notice. */
const SOON_MS = 150;
const CLIPS: Readonly<Partial<Record<Corpus, number>>> = {
  'speech-en': 200,
  'digits-en': 300,
  'readers-en': 80,
  'alphanumeric-en': 60,
  noise: 80,
};
const LINES = ['as recorded', 'telephone, 8 kHz G.711'];

/** When a start was noticed in a clip: milliseconds from its first sample, by the event and by the segment. */
interface Starts {
  readonly event: number[];
  readonly segment: number[];
}

/** How soon START_OF_SPEECH comes, counted in audio, and how many noises it comes for. */
export async function printStartOfSpeech(): Promise<void> {
  const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
  await store.fetch(['silero-vad']);
  const pool = createEnginePool({
    processes: 1,
    settings: { voiceActivityModel: store.path('silero-vad', 'vad.onnx') },
  });
  await pool.start();
  const rows: (string | number)[][] = [];
  const noises: (string | number)[][] = [];
  for (const [set, count] of Object.entries(CLIPS) as [Corpus, number][]) {
    const some = recordings(set)
      .toSorted((a, b) => hashOf(a.file) - hashOf(b.file))
      .slice(0, count);
    if (some.length === 0) console.log(`${set}: its recordings are not on this machine, left out`);
    for (const line of some.length > 0 ? LINES : []) {
      const all: (Starts & { spoken: number })[] = [];
      for (const { file } of some) {
        const samples = await samplesOf(file);
        const spoken = QUIET_MS + 1000 * speechBounds(samples, AUDIBLE).start;
        all.push({ spoken, ...(await startsIn(pool, conditions[line]!(samples))) });
      }
      if (set === 'noise') noises.push([line, all.length, ...counts(all)]);
      else rows.push([set, line, all.length, ...lags(all, 'segment'), ...lags(all, 'event')]);
    }
  }
  await pool.drain({ timeoutMs: 0 });
  console.log(
    '\nFrom the first audible sound of the first syllable to START_OF_SPEECH, in audio; milliseconds',
  );
  const columns = ['within 150 ms', 'p50', 'p90'];
  console.log(
    table([['clips', 'line', 'number', ...columns.map((name) => `segment: ${name}`), ...columns], ...rows]),
  );
  console.log('"segment" is the start of the segment, for comparison: the event came with it before.');
  console.log('\nNoises that START_OF_SPEECH comes for');
  console.log(table([['line', 'clips', 'with a segment', 'with the event', 'events'], ...noises]));
}

function counts(all: readonly Starts[]): number[] {
  const [segments, events] = (['segment', 'event'] as const).map((by) => all.map((each) => each[by]));
  const some = (starts: readonly (readonly number[])[]) => starts.filter((each) => each.length > 0).length;
  return [some(segments!), some(events!), events!.flat().length];
}

function lags(all: readonly (Starts & { spoken: number })[], by: keyof Starts): (string | number)[] {
  const found = all.map((each) => (each[by][0] ?? Number.POSITIVE_INFINITY) - each.spoken);
  const soon = found.filter((lag) => lag <= SOON_MS).length;
  return [percent(soon / all.length), quantile(found, 0.5).toFixed(0), quantile(found, 0.9).toFixed(0)];
}

async function startsIn(pool: ReturnType<typeof createEnginePool>, clip: Float32Array): Promise<Starts> {
  const { readings } = await pool.run('listen', {
    bytes: onQuietLine(clip),
    last: true,
    decode: { raw: { encoding: 'pcm', rate: RATE } },
  });
  const endpointer = new Endpointer(defaultEndpointer, undefined, undefined, true);
  const onset = new SpeechOnset();
  const starts: Starts = { event: [], segment: [] };
  let last = -1;
  for (let n = 0; 3 * n < readings.length; n++) {
    const [probability = 0, rms = 0, peak = 0] = readings.subarray(3 * n, 3 * n + 3);
    endpointer.push({ probability, rms, peak });
    const { open, latest } = endpointer;
    const at = (n + 1) * WINDOW_MS;
    if (onset.push(latest, open?.index)) starts.event.push(at);
    if (open && open.index > last) starts.segment.push(at);
    last = open?.index ?? last;
  }
  return starts;
}

function onQuietLine(clip: Float32Array): Uint8Array {
  const random = randomNumbers(1);
  const quiet = (QUIET_MS * RATE) / 1000;
  const samples = Int16Array.from({ length: clip.length + 2 * quiet }, (_, n) => {
    const value = (clip[n - quiet] ?? 0) + 2 * QUIET_LEVEL * (random() - 0.5);
    return Math.round(Math.max(-1, Math.min(1, value)) * 32_767);
  });
  return new Uint8Array(samples.buffer);
}
