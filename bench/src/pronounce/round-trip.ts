import { joinSamples } from '@locutor/audio';
import type { ModelStore } from '@locutor/models';
import { pronounce } from '@locutor/pronounce';
import { Pair } from '../recognize/pair.ts';
import { percent, table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';
import type { RecognizerName } from '../word-times/engine-align.ts';
import { espeakText, hasEspeak } from './espeak.ts';
import { Kokoro } from './kokoro.ts';
import { sentences } from './sentences.ts';

const VOICES: Readonly<Record<string, readonly string[]>> = {
  en: ['af_heart', 'am_michael'],
  pt: ['pf_dora', 'pm_alex'],
  es: ['ef_dora', 'em_alex'],
};
const RECOGNIZERS: Readonly<Record<string, RecognizerName>> = {
  en: 'moonshine-base',
  pt: 'whisper-small',
  es: 'whisper-small',
};

/** Text to phonemes, to speech, to text: how many words come back wrong, with our phonemes and with espeak's. */
export async function printRoundTrip(
  store: ModelStore,
  modelsDir: string,
  options: { languages: readonly string[]; sentences: number; verbose: boolean },
): Promise<void> {
  if (store.missing(['kokoro']).length > 0) {
    console.log('\nRound trip: kokoro is not fetched, left out (npx locutor models fetch kokoro)');
    return;
  }
  const kokoro = await Kokoro.load(store);
  const rows: (string | number)[][] = [
    ['language', 'phonemes', 'sentences', 'words', 'wrong', 'word errors'],
  ];
  for (const language of options.languages) {
    const recognizer = RECOGNIZERS[language]!;
    if (store.missing([recognizer]).length > 0) {
      console.log(`\nRound trip: ${recognizer} is not fetched, ${language} left out`);
      continue;
    }
    const pair = await Pair.load(store, modelsDir, recognizer);
    const ways = { ours: ourSigns, ...(hasEspeak() && { espeak: espeakText }) };
    const said = sentences[language]!.slice(0, options.sentences);
    for (const [name, phonemesOf] of Object.entries(ways)) {
      let [words, wrong] = [0, 0];
      for (const [at, text] of said.entries()) {
        const voice = VOICES[language]![at % VOICES[language]!.length]!;
        const phonemes = phonemesOf(text, language);
        const samples = await kokoro.say(phonemes, voice);
        const silence = new Float32Array(4_000);
        const { text: found } = await pair.recognize(joinSamples([silence, samples, silence]), { language });
        const asked = comparedWords(text, language);
        const { errors } = compare(asked, comparedWords(found, language));
        words += asked.length;
        wrong += errors;
        if (options.verbose && errors > 0)
          console.log(`${name} ${errors}: ${text}\n  ${phonemes}\n  ${found}`);
      }
      rows.push([language, name, said.length, words, wrong, percent(wrong / words)]);
    }
  }
  console.log(`\nText, speech, text: words that RECOGNIZE returned wrong\n${table(rows)}`);
}

function ourSigns(text: string, language: string): string {
  return [...pronounce(text, { language })].map(({ phonemes }) => phonemes).join(' ');
}
