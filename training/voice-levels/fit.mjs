// node training/voice-levels/fit.mjs [--sentences N]: measures how loud every voice speaks, and prints the table of
// packages/inference/src/synthesis/voice-levels.ts, which brings each of them to −23 LUFS.
import { parseArgs } from 'node:util';
import { LocutorSpeaker } from '../../bench/dist/synthesis/locutor.js';
import { loudness } from '../../bench/dist/synthesis/loudness.js';
import { sentencesOf } from '../../bench/dist/synthesis/sentences.js';
import { voices } from '../../packages/contract/dist/index.js';
import { voiceLevel } from '../../packages/inference/dist/synthesis/voice-levels.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';

const TARGET_LUFS = -23;
const { values } = parseArgs({ options: { sentences: { type: 'string', default: '5' } } });
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
await store.fetch(['silero-vad', 'kokoro']);
const speaker = await LocutorSpeaker.start(store, 'kokoro');
try {
  for (const { name, languages } of voices) {
    const language = languages[0].slice(0, 2);
    const texts = sentencesOf(language, Number(values.sentences));
    // One after the other, so that the gates see them as one programme.
    const said = await speaker.say(texts.join('\n\n'), language, 1, { voice: name });
    const lufs = loudness(said.samples, said.rate);
    const level = voiceLevel(name) * 10 ** ((TARGET_LUFS - lufs) / 20);
    console.log(
      `  ${name}: ${Number(level.toFixed(2))},${process.stdout.isTTY ? ` // ${lufs.toFixed(1)} LUFS` : ''}`,
    );
  }
} finally {
  await speaker.stop();
}
