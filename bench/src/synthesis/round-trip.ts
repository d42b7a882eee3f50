import { resample } from '@locutor/audio';
import { voices } from '@locutor/contract';
import type { ModelStore } from '@locutor/models';
import { InProcessEngine, requestFor } from '../recognize/in-process.ts';
import { shareInterval } from '../statistics.ts';
import { percent, table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';
import type { RecognizerName } from '../word-times/engine-align.ts';
import type { LocutorSpeaker } from './locutor.ts';
import { sentencesOf } from './sentences.ts';

const RECOGNIZERS: Readonly<Record<string, RecognizerName>> = {
  en: 'moonshine-base',
  pt: 'whisper-small',
  es: 'whisper-small',
};
const RATE = 16_000;
/** Silence around a sentence, as recordings have it. */
const AROUND = 4_000;

export interface RoundTripOptions {
  language: string;
  sentences: number;
  /** All voices of a language speak in turn, or this one. */
  voice?: string;
  rate: number;
  verbose: boolean;
}

/** Text to speech to text: how many words come back wrong. */
export async function printRoundTrip(
  speaker: LocutorSpeaker,
  store: ModelStore,
  { language, sentences, voice, rate, verbose }: RoundTripOptions,
): Promise<void> {
  const recognizer = RECOGNIZERS[language]!;
  await store.fetch([recognizer]);
  const settings = { voiceActivityModel: store.path('silero-vad', 'vad.onnx'), modelsDir: store.dir };
  const engine = await InProcessEngine.load({ ...settings, preload: [recognizer] });
  const able = voice ? [voice] : goodVoices(language);
  const texts = sentencesOf(language, sentences);
  const byVoice = new Map(able.map((name) => [name, { words: 0, wrong: 0, said: 0 }]));
  for (const [at, text] of texts.entries()) {
    const name = able[at % able.length]!;
    const spoken = await speaker.say(text, language, 1, { voice: name, rate });
    const samples = new Float32Array(Math.ceil((spoken.samples.length * RATE) / spoken.rate) + 2 * AROUND);
    samples.set(resample(spoken.samples, spoken.rate, RATE), AROUND);
    engine.found.length = 0;
    const segments = await engine.recognizer.recognize(requestFor({ samples }, recognizer, { language }));
    const found = segments.flatMap(({ alternatives }) => alternatives[0]?.text ?? []).join(' ');
    const asked = comparedWords(text, language);
    const { errors } = compare(asked, comparedWords(found, language));
    const count = byVoice.get(name)!;
    count.words += asked.length;
    count.wrong += errors;
    count.said += 1;
    process.stderr.write(`\r${at + 1} of ${texts.length} `);
    if (verbose && errors > 0) console.log(`${name} ${errors}: ${text}\n  ${found}`);
  }
  const rows: (string | number)[][] = [
    ['language', 'recognizer', 'voice', 'sentences', 'words', 'wrong', 'word errors', '95 % interval'],
  ];
  const row = (name: string, { words, wrong, said }: { words: number; wrong: number; said: number }) => {
    const [low, high] = shareInterval(wrong, words);
    const share = [percent(wrong / words), `${percent(low)} to ${percent(high)}`];
    rows.push([language, recognizer, name, said, words, wrong, ...share]);
  };
  for (const [name, count] of byVoice) row(name, count);
  const sum = (key: 'words' | 'wrong' | 'said') =>
    [...byVoice.values()].reduce((all, count) => all + count[key], 0);
  row('all', { words: sum('words'), wrong: sum('wrong'), said: sum('said') });
  console.log(`\nText, speech, text\n${table(rows)}`);
}

/** The voices that most people will choose: the two best of each gender. */
function goodVoices(language: string): string[] {
  const able = voices.filter((each) => each.languages[0]!.startsWith(language));
  const of = (gender: string) => able.filter((each) => each.gender === gender).slice(0, 2);
  return [...of('female'), ...of('male')].map(({ name }) => name);
}
