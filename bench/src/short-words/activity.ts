import { joinSamples } from '@locutor/audio';
import { defaultEndpointer } from '@locutor/contract';
import { type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf, isHeldOut } from '../corpora/speakers.ts';
import { table } from '../table.ts';
import {
  detectSpeechActivity,
  Endpointer,
  type SileroVad,
  UtteranceCutter,
  windowsOf,
} from './engine-listen.ts';
import { lines } from './lines.ts';
import { noiseClips } from './noises.ts';
import { percent } from './share.ts';

const CHILD = 12;
/** Of the clean clip's speech. */
const TOLERANCE = 0.1;

/** Seconds of speech in a clip, or numbers of clips, to the endpointer of RECOGNIZE and to the utterances of VERIFY. */
interface FoundSpeech {
  recognize: number;
  verify: number;
}

/** Every line, and the clean clip itself a third of a window later: what that changes is up to the detector alone. */
const heard: typeof lines = {
  ...lines,
  '11 ms later': async (samples) => joinSamples([new Float32Array(176), samples]),
};

/** The speech found over telephone lines, compared with the clean clip, of speakers that nothing was tuned on. */
export async function printActivity(vad: SileroVad, clips: number): Promise<void> {
  const rows: (string | number)[][] = [];
  const all = noCounts();
  let number = 0;
  for (const [name, recordings] of Object.entries(recordingSets())) {
    const held = recordings.filter(({ speaker }) => isHeldOut(speaker));
    const some = held.toSorted((a, b) => hashOf(a.file) - hashOf(b.file)).slice(0, clips);
    const counts = noCounts();
    number += some.length;
    for (const { file } of some) {
      const samples = await samplesOf(file);
      const clean = await speechIn(vad, samples);
      for (const [line, change] of Object.entries(heard)) {
        const found = await speechIn(vad, await change(samples));
        for (const kind of ['recognize', 'verify'] as const) {
          if (Math.abs(found[kind] - clean[kind]) > TOLERANCE * clean[kind] + 1e-6) continue;
          counts.get(line)![kind] += 1;
          all.get(line)![kind] += 1;
        }
      }
    }
    rows.push(...rowsOf(name, some.length, counts));
  }
  rows.push(...rowsOf('all', number, all));
  console.log('\nClips with as much speech as the clean clip, within 10 %');
  console.log(table([['clips', 'line', 'number', 'RECOGNIZE', 'VERIFY'], ...rows]));
  await printNoiseActivity(vad);
}

function noCounts(): Map<string, FoundSpeech> {
  return new Map(Object.keys(heard).map((line) => [line, { recognize: 0, verify: 0 }]));
}

function rowsOf(name: string, number: number, counts: ReadonlyMap<string, FoundSpeech>) {
  return [...counts].map(([line, { recognize, verify }]) => {
    return [name, line, number, percent(recognize, number), percent(verify, number)];
  });
}

async function printNoiseActivity(vad: SileroVad): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, clips] of await noiseClips()) {
    let [recognize, verify, seconds] = [0, 0, 0];
    for (const { samples } of clips) {
      const found = await speechIn(vad, samples);
      if (found.recognize > 0) recognize += 1;
      if (found.verify > 0) verify += 1;
      seconds += found.recognize;
    }
    rows.push([name, clips.length, recognize, verify, `${seconds.toFixed(1)} s`]);
  }
  console.log('\nNoises that the first pass finds speech in');
  console.log(table([['audio', 'clips', 'RECOGNIZE', 'VERIFY', 'speech'], ...rows]));
}

async function speechIn(vad: SileroVad, samples: Float32Array): Promise<FoundSpeech> {
  const endpointer = new Endpointer(defaultEndpointer);
  const cutter = new UtteranceCutter();
  const found: FoundSpeech = { recognize: 0, verify: 0 };
  const addSegments = (segments: ReturnType<Endpointer['push']>) => {
    for (const { start, end } of segments.flatMap(({ speech }) => speech)) found.recognize += end - start;
  };
  const addUtterance = (utterance: ReturnType<UtteranceCutter['finish']>) => {
    found.verify += utterance?.speech ?? 0;
  };
  for await (const window of detectSpeechActivity(windowsOf([samples], 0), vad, async () => {})) {
    addSegments(endpointer.push(window.reading));
    addUtterance(cutter.push(window, Number.POSITIVE_INFINITY));
  }
  addSegments(endpointer.finish(samples.length / 16_000));
  addUtterance(cutter.finish());
  return found;
}

function recordingSets(): Record<string, Recording[]> {
  const read = recordings('speech-en').filter(({ file }) => !file.includes('jfk'));
  return {
    'read, children': read.filter(({ age }) => Number(age) <= CHILD),
    'read, adults': read.filter(({ age }) => Number(age) > CHILD),
    // Its speakers have numbers, as those of the digits.
    'Common Voice': recordings('common-voice').map((each) => ({ ...each, speaker: `cv${each.speaker}` })),
    'single digits': recordings('digits-en'),
  };
}
