import type { RecognitionStatus, RecognizedSegment } from '@locutor/contract';
import { type AudioLength, type RecognizeOptions, speakerChanges } from '@locutor/engine';
import type { Config } from '../../config/index.ts';
import type { Grammars } from '../../grammars/grammars.ts';
import type { RecognitionResult, ResultStatus, SpokenAlternative } from '../results/result.ts';
import { type ActiveLm, activateLms, type LmSources } from './active-lms.ts';
import { boundAlternatives, type Found, freeAlternatives, seconds } from './alternatives.ts';
import { type DiarizeDependencies, diarizeCall } from './diarization/diarize.ts';
import { speakerOf, withSpeakers } from './diarization/with-speakers.ts';
import { EarlyResults } from './early-results.ts';
import { emotionOf } from './emotion.ts';
import { engineEnded, RecognitionEnded } from './ended.ts';
import { type Pass, planPasses } from './passes.ts';
import { finishedFirst, type PassSegment, placesOf } from './places.ts';
import type { Recognition } from './recognition.ts';
import type { RecognitionCall } from './request.ts';
import { type SegmentTraits, traitsOf } from './segment-traits.ts';

export interface RecognizeDependencies extends Recognition, DiarizeDependencies {
  readonly config: Config;
  readonly grammars: Grammars;
}

export type Unnumbered = Omit<RecognitionResult, 'segment_index' | 'last_segment' | 'final_result'>;

/** Who wants to know what while a recognition is under way. */
export interface Watch {
  /** Gets the length of the audio, from every pass over it. */
  onAudio?(length: AudioLength): void;
  /** Gets every finished segment (RECOGNIZED or NO_MATCH) once and in order, as soon as it is known. */
  onResult?(result: Unnumbered): void;
}

const STATUSES: Readonly<Record<RecognitionStatus, ResultStatus>> = {
  recognized: 'RECOGNIZED',
  'no-match': 'NO_MATCH',
  'no-input-timeout': 'NO_INPUT_TIMEOUT',
  'early-speech': 'EARLY_SPEECH',
  'max-speech': 'MAX_SPEECH',
  'recognition-timeout': 'RECOGNITION_TIMEOUT',
  'no-speech': 'NO_SPEECH',
  canceled: 'CANCELED',
  failure: 'FAILURE',
};

/** What is said in the audio, segment by segment. Throws a ServiceError where there is nothing to recognise with. */
export async function recognize(
  call: RecognitionCall,
  dependencies: RecognizeDependencies,
  signal: AbortSignal,
  watch: Watch = {},
): Promise<RecognitionResult[]> {
  try {
    const lms = await prepare(call, dependencies, signal);
    const speakers = await diarizeCall(call, dependencies, signal);
    const passes = planPasses(call, lms, performance.now(), speakers && speakerChanges(speakers.stretches));
    const early = new EarlyResults(call, passes, watch.onResult, async (segment, pass) => {
      const result = await resultOf([{ segment, pass }], {}, call, dependencies, signal);
      return speakers ? withSpeakers([result], speakers.stretches, speakers.label)[0]! : result;
    });
    const places = await runPasses(passes, dependencies, signal, {
      client: call.client,
      ...(watch.onAudio && { onAudio: watch.onAudio }),
      ...(early.wanted && { onSegment: early.add }),
    });
    const traits = traitsOf(places, call.classifiers, dependencies.traits, speakers && speakerOf(speakers));
    const results = await Promise.all(
      places.map((place, at) => resultOf(place, traits[at]!, call, dependencies, signal)),
    );
    const numbered = number(finishedFirst(results));
    const named = speakers ? withSpeakers(numbered, speakers.stretches, speakers.label) : numbered;
    await early.finish(named);
    return named;
  } catch (error) {
    if (!(error instanceof RecognitionEnded)) throw error;
    return number([{ alternatives: [], result_status: error.status, start_time: 0, end_time: 0 }]);
  }
}

/** Models may have to be fetched and grammars loaded: no longer than the client or the configuration has patience. */
export async function prepare(
  call: Pick<RecognitionCall, 'references' | 'inline' | 'client' | 'parameters'>,
  dependencies: LmSources & { readonly config: Pick<Config, 'jobSeconds'> },
  signal: AbortSignal,
): Promise<ActiveLm[]> {
  const { parameters } = call;
  const timed = parameters['decoder.startInputTimers'] && parameters['recognitionTimeout.enabled'];
  const patience = timed ? parameters['recognitionTimeout.value'] : dependencies.config.jobSeconds * 1000;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), patience);
  try {
    return await activateLms(call, dependencies, AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    if (timeout.signal.aborted && !signal.aborted) {
      throw new RecognitionEnded('RECOGNITION_TIMEOUT', { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** What every pass recognised, place by place. */
async function runPasses(
  passes: readonly Pass[],
  { recognizer }: RecognizeDependencies,
  signal: AbortSignal,
  options: Omit<RecognizeOptions, 'signal'>,
): Promise<PassSegment[][]> {
  const others = new AbortController();
  const either = AbortSignal.any([signal, others.signal]);
  const outcomes = await Promise.all(
    passes.map((pass) =>
      recognizer.recognize(pass.request, { ...options, signal: either }).catch((error: unknown) => {
        others.abort();
        throw engineEnded(error);
      }),
    ),
  );
  return placesOf(passes, outcomes);
}

/** What all passes made of one segment, in the words of the interface. */
export async function resultOf(
  place: readonly PassSegment[],
  traits: SegmentTraits,
  call: Pick<RecognitionCall, 'client' | 'parameters'>,
  { grammars }: Pick<RecognizeDependencies, 'grammars'>,
  signal: AbortSignal,
): Promise<Unnumbered> {
  const { segment } = place.find((each) => isSpoken(each.segment)) ?? place[0]!;
  const times = { start_time: seconds(segment.start), end_time: seconds(segment.end) };
  if (!isSpoken(segment)) return { alternatives: [], result_status: STATUSES[segment.status], ...times };

  const free: Found[] = [];
  const bound = await Promise.all(
    place.flatMap((each) => {
      const { bound } = each.segment;
      const freeLm = each.pass.lms.find(({ kind }) => kind === 'free');
      if (freeLm) free.push(...freeAlternatives(each.segment, freeLm));
      const lms = each.pass.lms.filter((lm) => lm.kind === 'grammar');
      return lms.map((lm, index) => {
        const accepted = bound.filter(({ grammar }) => grammar === index);
        return boundAlternatives(accepted, lm, grammars, { client: call.client, signal });
      });
    }),
  );
  const best = (found: readonly Found[]) => found.toSorted((a, b) => b.score - a.score);
  // A meaning says more than the words alone, so free speech stands behind what a grammar made of it.
  const alternatives = choose([...best(bound.flatMap(({ found }) => found)), ...distinct(best(free))], call);
  const unfinished = bound.find((each) => each.unfinished)?.unfinished;
  const status = alternatives.length > 0 ? 'RECOGNIZED' : (unfinished ?? 'NO_MATCH');
  const emotion = emotionOf(place.map((each) => each.segment));
  return { alternatives, result_status: status, ...times, ...traits, ...emotion };
}

/** Two languages can have the same words. */
function distinct(found: readonly Found[]): Found[] {
  const texts = new Set<string>();
  return found.filter(({ text }) => !texts.has(text) && texts.add(text));
}

function isSpoken({ status }: RecognizedSegment): boolean {
  return status === 'recognized' || status === 'no-match';
}

function choose(
  found: readonly Found[],
  { parameters }: Pick<RecognitionCall, 'parameters'>,
): SpokenAlternative[] {
  const withWords = [0, 1, Number.POSITIVE_INFINITY][parameters['decoder.wordDetails']]!;
  return found
    .filter(({ score }) => score >= (parameters['decoder.confidenceThreshold'] ?? 0))
    .slice(0, parameters['decoder.maxSentences'])
    .map((alternative, index) => ({
      index,
      ...alternative,
      words: index < withWords ? alternative.words : [],
    }));
}

function number(results: readonly Unnumbered[]): RecognitionResult[] {
  return results.map(({ alternatives, result_status, ...times }, index) => ({
    alternatives,
    result_status,
    segment_index: index,
    last_segment: index === results.length - 1,
    final_result: true,
    ...times,
  }));
}
