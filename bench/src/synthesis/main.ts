// npm run bench -- synthesis [speed] [round-trip] [--language en|pt|es] [--sentences N] [--model kokoro|kokoro-full]
//   [--voice NAME] [--rate R] [--verbose]
// Speech of texts: time to the first audio, speed, loudness, clipping and joins, beside other synthesisers in the same run;
// and the words that survive text, speech, text.
import { parseArgs } from 'node:util';
import { type SynthesizerName, synthesizerNames } from '@locutor/contract';
import { synthesisModels } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { LocutorSpeaker } from './locutor.ts';
import { installedPrograms } from './programs.ts';
import { printRoundTrip } from './round-trip.ts';
import { printSpeed } from './speed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', default: 'en' },
    sentences: { type: 'string', default: '20' },
    model: { type: 'string', default: 'kokoro' },
    voice: { type: 'string' },
    rate: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const model = values.model as SynthesizerName;
if (!synthesizerNames.includes(model))
  throw new Error(`"${model}" is none of ${synthesizerNames.join(', ')}`);
const { language, voice, verbose } = values;
const sentences = Number(values.sentences);
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
await store.fetch(['silero-vad', ...synthesisModels(model)]);

const speaker = await LocutorSpeaker.start(store, model);
const parts: Record<string, () => Promise<void>> = {
  speed: () => printSpeed([speaker, ...installedPrograms()], language, sentences),
  'round-trip': () =>
    printRoundTrip(speaker, store, {
      language,
      sentences,
      rate: Number(values.rate),
      verbose,
      ...(voice && { voice }),
    }),
};
try {
  for (const part of positionals.length > 0 ? positionals : ['speed']) {
    const run = parts[part];
    if (!run) throw new Error(`"${part}" is none of ${Object.keys(parts).join(', ')}`);
    await run();
  }
} finally {
  await speaker.stop();
}
