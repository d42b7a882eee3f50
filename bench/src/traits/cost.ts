import type { VoiceViews } from '@locutor/contract';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { type Clip, clipSets, clipsOf } from '../recognize/clip-sets.ts';
import { InProcessEngine, requestFor } from '../recognize/in-process.ts';
import { table } from '../table.ts';

const MODEL = 'moonshine-base';
const SETS = ['read, adults', 'long, 20 s'];
const WAYS: Readonly<Record<string, VoiceViews | undefined>> = {
  'words only': undefined,
  'and gender': 'slow',
  'and gender and age': 'both',
};

/** Recognition with and without the heads, in turn on the same clips: processor time of one thread. */
export async function printCost(most: number): Promise<void> {
  const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
  const engine = await InProcessEngine.load({
    voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
    speakerModel: store.path('speaker-embedding', 'embedding.ort'),
    modelsDir: store.dir,
  });
  for (const name of SETS) {
    const clips = await clipsOf(clipSets.find((set) => set.name === name)!, most);
    if (clips.length === 0) console.log(`${name}: there are no recordings in ../shared/data`);
    else await printSet(name, clips, engine);
  }
}

async function printSet(name: string, clips: readonly Clip[], engine: InProcessEngine): Promise<void> {
  const ways = Object.entries(WAYS);
  const spent = ways.map(() => 0);
  const run = async ({ samples }: Clip, voice: VoiceViews | undefined) => {
    engine.found.length = 0;
    const before = total(engine);
    const request = requestFor({ samples }, MODEL);
    await engine.recognizer.recognize({ ...request, ...(voice && { voice }) });
    return total(engine) - before;
  };
  for (const [, voice] of ways) await run(clips[0]!, voice);
  for (const [n, clip] of clips.entries()) {
    // In turn, beginning with another each time: a busy moment of the machine meets all of them.
    for (let k = 0; k < ways.length; k++) {
      const way = (n + k) % ways.length;
      spent[way]! += await run(clip, ways[way]![1]);
    }
  }
  const seconds = clips.reduce((sum, { samples }) => sum + samples.length / 16_000, 0);
  const rows = ways.map(([way], n) => [
    way,
    (spent[n]! / seconds).toFixed(1),
    `${(100 * (spent[n]! / spent[0]! - 1)).toFixed(1)} %`,
  ]);
  console.log(`\n${name}: ${clips.length} clips, ${seconds.toFixed(0)} s, ${MODEL}, processor time`);
  console.log(table([['', 'ms a second', 'more than words only'], ...rows]));
}

const total = ({ spent }: InProcessEngine) => Object.values(spent).reduce((sum, ms) => sum + ms, 0);
