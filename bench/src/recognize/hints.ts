import type { ModelStore } from '@locutor/models';
import { evenly, type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { percent, table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';
import type { RecognizerName } from '../word-times/engine-align.ts';
import { InProcessEngine, requestFor } from './in-process.ts';

const MODELS: Readonly<Record<string, RecognizerName>> = {
  en: 'moonshine-base',
  pt: 'whisper-small',
  es: 'whisper-small',
};
/** Names of other clips that are given as well: callers give the names of all their products, not the one that is said. */
const OTHERS = 20;
const BOOST = 25;
const WAYS = ['no hints', 'its names and others', 'other names only'] as const;

interface Named extends Recording {
  names: string[];
}

interface Sum {
  names: number;
  found: number;
  inserted: number;
  words: number;
  errors: number;
}

/** Names in `hints.words`: how many more are found, and how often one is written that nobody said. */
export async function printHints(store: ModelStore, modelsDir: string, clips: number): Promise<void> {
  await store.fetch(Object.values(MODELS));
  const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
  const engine = await InProcessEngine.load({ voiceActivityModel, modelsDir });
  const rows: (string | number)[][] = [];
  for (const [language, model] of Object.entries(MODELS)) {
    const named = evenly(clipsWithNames(language), clips);
    const sums = WAYS.map((): Sum => ({ names: 0, found: 0, inserted: 0, words: 0, errors: 0 }));
    for (const [n, clip] of named.entries()) {
      const samples = await samplesOf(clip.file);
      for (const [way, phrases] of hintsFor(named, n).entries()) {
        const hints = phrases.map((phrase) => ({ phrase, boost: BOOST }));
        const request = {
          ...requestFor({ samples }, model, { language }),
          ...(hints.length > 0 && { hints }),
        };
        const segments = await engine.recognizer.recognize(request);
        const text = segments.flatMap(({ alternatives }) => alternatives[0]?.text ?? []).join(' ');
        add(sums[way]!, clip, text, phrases);
      }
    }
    for (const [way, sum] of sums.entries()) {
      rows.push([
        language,
        named.length,
        WAYS[way]!,
        `${sum.found} of ${sum.names}`,
        sum.inserted,
        percent(sum.errors / sum.words),
      ]);
    }
  }
  console.log(`\nNames in hints.words, boost ${BOOST}; other names: ${OTHERS} of other clips`);
  console.log(table([['language', 'clips', 'hints', 'names found', 'inserted', 'word errors'], ...rows]));
}

/** A capital inside a sentence is a name in these languages. */
function clipsWithNames(language: string): Named[] {
  return recordings('common-voice')
    .filter((clip) => clip.language === language && clip.text !== '')
    .map((clip) => ({
      ...clip,
      names: [...clip.text.matchAll(/(?<=[\p{L},;] )\p{Lu}\p{Ll}{3,}/gu)].map(([name]) => name.toLowerCase()),
    }))
    .filter(({ names }) => names.length > 0);
}

function hintsFor(clips: readonly Named[], at: number): string[][] {
  const { names: own, text } = clips[at]!;
  const others = clips
    .flatMap(({ names }, n) => (n === at ? [] : names))
    .filter((name) => !text.toLowerCase().includes(name));
  const some = evenly([...new Set(others)], OTHERS);
  return [[], [...own, ...some], some];
}

function add(sum: Sum, { names, text: said, language }: Named, text: string, hints: readonly string[]): void {
  const [wanted, got] = [comparedWords(said, language), comparedWords(text, language)];
  const plain = (name: string) => comparedWords(name, language).join(' ');
  sum.names += names.length;
  sum.found += names.filter((name) => got.includes(plain(name))).length;
  sum.inserted += hints.filter((hint) => got.includes(plain(hint)) && !wanted.includes(plain(hint))).length;
  sum.words += wanted.length;
  sum.errors += compare(wanted, got).errors;
}
