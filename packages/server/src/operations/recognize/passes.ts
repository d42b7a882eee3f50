import type { RecognizeRequest } from '@locutor/contract';
import type { Parameters } from '../parameters/declarations.ts';
import type { ActiveLm } from './active-lms.ts';
import type { RecognitionCall } from './request.ts';
import { viewsFor } from './segment-traits.ts';

/** One run of the recogniser, and the language models that its words are for. */
export interface Pass {
  readonly request: RecognizeRequest;
  readonly lms: readonly ActiveLm[];
}

const LEVEL_MODES = ['off', 'auto', 'fixed'] as const;

/** Language models share a run where they want the same model, language and kind of text. */
export function planPasses(
  call: RecognitionCall,
  lms: readonly ActiveLm[],
  now: number,
  speakerChanges?: readonly number[],
): Pass[] {
  const { parameters } = call;
  const groups = new Map<string, ActiveLm[]>();
  for (const lm of lms) {
    const key = `${lm.model} ${lm.language} ${isWritten(lm.kind, parameters)}`;
    groups.set(key, [...(groups.get(key) ?? []), lm]);
  }
  const several = groups.size > 1;
  const voice = viewsFor(call.classifiers);
  const emotional = call.classifiers.has('emotion') ? emotionGroup([...groups.values()]) : undefined;
  return [...groups.values()].map((group, place) => {
    const { model, language, kind } = group[0]!;
    const grammars = group.flatMap((lm) => (lm.kind === 'grammar' ? [lm.input] : []));
    const sentences = parameters['decoder.maxSentences'];
    const details = parameters['decoder.wordDetails'];
    // Which alternative will be the first is settled only when all runs and grammars have answered.
    const words = details === 0 ? 'none' : details === 1 && group.length === 1 && !several ? 'first' : 'all';
    const hints = parameters['hints.words'];
    const secondOpinion = group.find((lm) => lm.kind === 'free')?.secondOpinion;
    const threshold = parameters['decoder.confidenceThreshold'];
    const request: RecognizeRequest = {
      ...common(call, now),
      ...(speakerChanges && { speakerChanges }),
      model,
      language,
      sentences,
      words,
      written: isWritten(kind, parameters),
      ...(secondOpinion && { secondOpinion }),
      ...(parameters['enhancement.enabled'] && { enhanced: true }),
      ...(hints.length > 0 && { hints }),
      ...(grammars.length > 0 && {
        grammars,
        ...(threshold !== undefined && { leastChance: threshold / 100 }),
      }),
      // Every pass has the same audio: the voice is embedded in the first one only.
      ...(place === 0 && voice && { voice }),
      ...(group === emotional && { emotion: true }),
    };
    return { request, lms: group };
  });
}

/** All runs have the same audio, and one is asked how it is said: for Moonshine's base model that costs least. */
function emotionGroup(groups: readonly ActiveLm[][]): ActiveLm[] | undefined {
  return groups.find(([lm]) => lm!.model === 'moonshine-base') ?? groups[0];
}

/** Grammars are made of words as they are spoken. */
function isWritten(kind: ActiveLm['kind'], parameters: Parameters): boolean {
  return kind === 'free' && parameters['textify.enabled'];
}

function common({ audio, parameters, acceptedAt }: RecognitionCall, now: number) {
  const timers = parameters['decoder.startInputTimers'];
  return {
    audio,
    endpointer: endpointer(parameters),
    continuous: parameters['decoder.continuousMode'],
    ...(timers &&
      parameters['noInputTimeout.enabled'] && { noInputTimeout: parameters['noInputTimeout.value'] }),
    ...(timers &&
      parameters['recognitionTimeout.enabled'] && {
        recognitionTimeout: Math.max(1, acceptedAt + parameters['recognitionTimeout.value'] - now),
      }),
  };
}

function endpointer(parameters: Parameters): RecognizeRequest['endpointer'] {
  return {
    enabled: parameters['endpointer.enabled'],
    headMargin: parameters['endpointer.headMargin'],
    tailMargin: parameters['endpointer.tailMargin'],
    waitEnd: parameters['endpointer.waitEnd'],
    levelMode: LEVEL_MODES[parameters['endpointer.levelMode']]!,
    levelThreshold: parameters['endpointer.levelThreshold'],
    autoLevelLength: parameters['endpointer.autoLevelLen'],
    maxSegment: parameters['endpointer.maxSegmentDuration'],
    overlap: parameters['endpointer.segmentOverlapTime'],
    requireInitialSilence: parameters['endpointer.requireInitialSilence'],
  };
}
