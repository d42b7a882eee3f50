// npm run bench -- pronounce [english] [romance] [round-trip] [--languages en,pt,es] [--sentences N] [--verbose]
// Phonemes: error rates against dictionaries and espeak-ng, and words that survive text, speech, text.
import { parseArgs } from 'node:util';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { printEnglish } from './english.ts';
import { printRomance } from './romance.ts';
import { printRoundTrip } from './round-trip.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string', default: 'en,pt,es' },
    sentences: { type: 'string', default: '1000' },
    verbose: { type: 'boolean', default: false },
  },
});
const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
const store = new ModelStore({ dir: modelsDir });
const languages = values.languages.split(',');

const parts: Record<string, () => Promise<void>> = {
  english: async () => printEnglish(values.verbose),
  romance: async () => printRomance(languages, values.verbose),
  'round-trip': () =>
    printRoundTrip(store, modelsDir, {
      languages,
      sentences: Number(values.sentences),
      verbose: values.verbose,
    }),
};
for (const part of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const run = parts[part];
  if (!run) throw new Error(`"${part}" is none of ${Object.keys(parts).join(', ')}`);
  await run();
}
