import { defaultEndpointer, type RecognizerName } from '@locutor/engine';
import type { ModelStore } from '@locutor/models';
import { recognizerGraphs } from '../graphs/models-graphs.ts';
import { table } from '../table.ts';
import { calibrationError, type Outcome } from './calibration.ts';
import { type Clip, clipSets, clipsOf } from './clip-sets.ts';
import {
  beamSearch,
  DecoderRun,
  distinctReadings,
  prepareSamples,
  readHypothesis,
  type SpeechModel,
  SpeechModels,
  searchOptions,
  wordScores,
} from './engine-recognize.ts';
import { InProcessEngine, speechWithin } from './in-process.ts';
import { type Example, fitLogistic, probability, type Weights } from './logistic.ts';
import { compare, comparedWords } from './word-errors.ts';

/** As the engine's word scores have them: what lies below says nothing more. */
const LEAST_WORD = -6;
const LEAST_TEXT = -4;

/** Acted speech is measured only: its licence wants nothing made of it that is sold. */
const FITTED = ['read, adults', 'read, children', 'single digits', 'phone numbers'];

interface ScoredWord extends Example {
  half: Clip['half'];
  /** What the engine says of it now. */
  said: number;
}

/** Weights of the word scores fitted on one half of the speakers, and how they do on the other. */
export async function fitScores(
  store: ModelStore,
  modelsDir: string,
  names: readonly RecognizerName[],
  clips: number,
): Promise<void> {
  for (const family of ['moonshine', 'whisper'] as const) {
    const ofFamily = names.filter((name) => recognizerGraphs[name].family === family);
    const words: ScoredWord[] = [];
    for (const name of ofFamily) {
      if (store.missing([name]).length > 0) console.log(`${name}: not fetched, left out`);
      else words.push(...(await scoredWords(store, modelsDir, name, clips)));
    }
    if (words.length > 0) report(family, ofFamily, words);
  }
}

function report(family: string, names: readonly string[], words: readonly ScoredWord[]): void {
  const [tuning, check] = ['tuning', 'check'].map((half) => words.filter((word) => word.half === half)) as [
    ScoredWord[],
    ScoredWord[],
  ];
  const weights = fitLogistic(tuning);
  const { bias, word, text } = weights;
  console.log(
    `\n${family} (${names.join(', ')}): fitted on ${tuning.length} words, shown on ${check.length}`,
  );
  console.log(`  bias ${bias.toFixed(2)}, word ${word.toFixed(2)}, text ${text.toFixed(2)}`);
  const rows = [
    ['as they are', ...quality(check.map(({ said, right }) => ({ said, was: right ? 1 : 0 })))],
    ['fitted', ...quality(outcomes(check, weights))],
    ['fitted on these', ...quality(outcomes(check, fitLogistic(check)))],
    ['the share of right words', ...quality(constant(tuning, check))],
  ];
  console.log(table([['weights', 'log loss', 'Brier', 'points off'], ...rows]));
}

function outcomes(words: readonly ScoredWord[], weights: Weights): Outcome[] {
  return words.map((word) => ({ said: probability(weights, word), was: word.right ? 1 : 0 }));
}

function constant(tuning: readonly ScoredWord[], check: readonly ScoredWord[]): Outcome[] {
  const said = tuning.filter(({ right }) => right).length / tuning.length;
  return check.map(({ right }) => ({ said, was: right ? 1 : 0 }));
}

function quality(scores: readonly Outcome[]): string[] {
  const mean = (of: (outcome: Outcome) => number) =>
    scores.reduce((sum, outcome) => sum + of(outcome), 0) / scores.length;
  return [
    mean(({ said, was }) => -Math.log(Math.max(1e-6, was === 1 ? said : 1 - said))).toFixed(3),
    mean(({ said, was }) => (said - was) ** 2).toFixed(3),
    (100 * calibrationError(scores)).toFixed(1),
  ];
}

async function scoredWords(
  store: ModelStore,
  modelsDir: string,
  name: RecognizerName,
  count: number,
): Promise<ScoredWord[]> {
  const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
  const engine = await InProcessEngine.load({ voiceActivityModel, modelsDir });
  const model = await new SpeechModels(store).get(name);
  const run = new DecoderRun(model);
  const words: ScoredWord[] = [];
  for (const set of clipSets.filter(({ name }) => FITTED.includes(name))) {
    for (const clip of await clipsOf(set, count)) words.push(...(await wordsOf(clip, engine, model, run)));
  }
  return words;
}

async function wordsOf(
  clip: Clip,
  engine: InProcessEngine,
  model: SpeechModel,
  run: DecoderRun,
): Promise<ScoredWord[]> {
  engine.found.length = 0;
  const input = { audio: { samples: clip.samples }, endpointer: defaultEndpointer, firstOnly: false };
  await engine.run('find-segments', input as never, { signal: new AbortController().signal });
  const heard: (Omit<ScoredWord, 'right' | 'half'> & { heard: string })[] = [];
  for (const segment of engine.found) {
    const { samples } = segment;
    const speech = speechWithin(segment);
    const encoded = await model.encode(prepareSamples(samples, speech).samples);
    const options = searchOptions(model, 'en', { samples, sentences: 1 });
    const hypotheses = await beamSearch(run, model, encoded, options);
    const [reading] = distinctReadings(
      hypotheses.map((each) => readHypothesis(model.vocabulary, each, 'en', false)),
    );
    if (!reading) continue;
    const { logProbs } = reading.hypothesis;
    const text = logProbs.reduce((sum, logProb) => sum + logProb, 0) / logProbs.length;
    const scores = wordScores(model.shape.family, reading);
    for (const [at, { text: letters, from, to }] of reading.words.entries()) {
      const tokens = logProbs.slice(reading.source[from]!.from, reading.source[to - 1]!.to);
      heard.push({
        heard: letters,
        word: Math.max(LEAST_WORD, Math.min(0, ...tokens)),
        text: Math.max(LEAST_TEXT, text),
        said: scores.words[at]!,
      });
    }
  }
  const said = comparedWords(clip.text);
  const { places, errors } = compare(
    said,
    heard.map((each) => comparedWords(each.heard).join(' ')),
  );
  // Some recordings of numbers are not of the number they are labelled with.
  if (clip.file.includes('/Numbers/') && errors > said.length / 2) return [];
  return heard.map((each, at) => ({ ...each, right: places[at]! >= 0, half: clip.half }));
}
