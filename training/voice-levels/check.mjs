// node training/voice-levels/check.mjs [--sentences N]: how loud every voice speaks with the levels that are there, on up to five
// sentences other than those that fit.mjs takes by default.
import { parseArgs } from 'node:util';
import { LocutorSpeaker } from '../../bench/dist/synthesis/locutor.js';
import { loudness } from '../../bench/dist/synthesis/loudness.js';
import { sentencesOf } from '../../bench/dist/synthesis/sentences.js';
import { voices } from '../../packages/contract/dist/index.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';

const TARGET_LUFS = -23;
const FITTED = 5;
const { values } = parseArgs({ options: { sentences: { type: 'string', default: '5' } } });
const count = Number(values.sentences);
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
await store.fetch(['silero-vad', 'kokoro']);
const speaker = await LocutorSpeaker.start(store, 'kokoro');
const found = [];
try {
  for (const { name, languages } of voices) {
    const language = languages[0].slice(0, 2);
    const fitted = new Set(sentencesOf(language, FITTED));
    const all = sentencesOf(language);
    const texts = [...fitted].slice(0, count).map((text) => all[(all.indexOf(text) + 7) % all.length]);
    if (texts.some((text) => fitted.has(text))) throw new Error('a sentence was fitted on');
    const said = await speaker.say(texts.join('\n\n'), language, 1, { voice: name });
    const lufs = loudness(said.samples, said.rate);
    found.push(lufs);
    console.log(`  ${name}: ${lufs.toFixed(1)} LUFS`);
  }
} finally {
  await speaker.stop();
}
const inside = found.filter((lufs) => Math.abs(lufs - TARGET_LUFS) <= 1).length;
console.log(
  `${inside} of ${found.length} within 1 of ${TARGET_LUFS}; ${Math.min(...found).toFixed(1)} to ${Math.max(...found).toFixed(1)}`,
);
