import type { GrammarInput, RecognizerName } from '@locutor/contract';
import { languageOf } from '../../common/languages.ts';
import type { Config } from '../../config/index.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import type { Caller, GrammarSource, Grammars } from '../../grammars/grammars.ts';
import { type LmReference, lmInvalid, lmNotFound } from '../../grammars/index.ts';
import { modelFor, secondModelFor } from '../../models/model-choice.ts';
import { ModelsClosed, ModelUnavailable, type RecognitionModels } from '../../models/recognition-models.ts';
import { freeSpeechModel, noSuchModel } from '../free-speech.ts';
import type { Parameters } from '../parameters/declarations.ts';
import { RecognitionEnded } from './ended.ts';
import type { RecognitionCall } from './request.ts';

interface Active {
  /** As the client wrote it: answers repeat it. */
  readonly uri: string;
  /** A code, or `auto`. */
  readonly language: string;
  readonly model: RecognizerName;
}

/** A language model that is there and can be used. */
export type ActiveLm =
  | ({
      readonly kind: 'free';
      /** Judges the texts of the model too, where the caller wants that. */
      readonly secondOpinion?: RecognizerName;
    } & Active)
  | ({ readonly kind: 'grammar'; readonly source: GrammarSource; readonly input: GrammarInput } & Active);

/** Every distinct language is a recognition of its own. */
const MAX_LANGUAGES = 4;

export interface LmSources {
  readonly config: Pick<Config, 'language' | 'englishModel' | 'multilingualModel'>;
  readonly grammars: Grammars;
  readonly models: RecognitionModels;
}

/** The language models of a call, grammars compiled and recognition models in place; the first error ends the request. */
export async function activateLms(
  {
    references,
    inline,
    client,
    parameters,
  }: Pick<RecognitionCall, 'references' | 'inline' | 'client' | 'parameters'>,
  { config, grammars, models }: LmSources,
  signal: AbortSignal,
): Promise<ActiveLm[]> {
  const sources: GrammarSource[] = inline.map((grammar, index) => ({
    kind: 'inline',
    uri: `inline:${index}`,
    ...grammar,
  }));
  const free: ActiveLm[] = [];
  for (const reference of references) {
    if (reference.kind === 'slm') free.push(freeSpeech(reference, config, parameters['decoder.accuracy']));
    else sources.push(reference);
  }
  const bound = await Promise.all(
    sources.map((source) => activateGrammar(source, config, grammars, { client, signal })),
  );
  const lms = [...bound, ...free];
  checkLanguages(lms);
  await Promise.all([
    ...lms.map((lm) => awaitModel(lm, models, signal)),
    parameters['enhancement.enabled'] && awaitNoiseSuppression(models, signal),
  ]);
  return lms;
}

function freeSpeech(
  { uri, name }: LmReference & { kind: 'slm' },
  config: LmSources['config'],
  accuracy: Parameters['decoder.accuracy'],
): ActiveLm {
  const found = freeSpeechModel(name);
  if (found === undefined) throw lmNotFound(uri, noSuchModel(name));
  const language = found === 'general' ? config.language : found;
  const secondOpinion = accuracy === 'high' ? secondModelFor(language, config) : undefined;
  const model = modelFor(language, config);
  return { kind: 'free', uri, language, model, ...(secondOpinion && { secondOpinion }) };
}

async function activateGrammar(
  source: GrammarSource,
  config: LmSources['config'],
  grammars: Grammars,
  caller: Caller,
): Promise<ActiveLm> {
  const outcome = await grammars.compile(source, caller);
  if (outcome.kind === 'canceled') throw new RecognitionEnded('CANCELED');
  if (outcome.kind === 'failed') throw new RecognitionEnded('FAILURE');
  const { facts, input } = outcome;
  const { mode, language: tag } = facts;
  if (mode === 'dtmf') throw lmInvalid(source.uri, 'its mode is dtmf, and audio holds speech');
  const language = languageOf(tag ?? config.language);
  if (language === undefined) {
    throw lmInvalid(source.uri, `its language ${quote(tag ?? config.language)} is not recognised here`);
  }
  return { kind: 'grammar', uri: source.uri, source, input, language, model: modelFor(language, config) };
}

function checkLanguages(lms: readonly ActiveLm[]): void {
  const languages = new Set(lms.map(({ language }) => language));
  if (languages.size > MAX_LANGUAGES) {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `lm names models of ${languages.size} languages; at most ${MAX_LANGUAGES} can be active at once`,
    );
  }
}

async function awaitModel(lm: ActiveLm, models: RecognitionModels, signal: AbortSignal) {
  const needed = [lm.model, ...(lm.kind === 'free' && lm.secondOpinion ? [lm.secondOpinion] : [])];
  for (const model of needed) {
    await awaitReady(models.ready(model, signal), (reason) => lmNotFound(lm.uri, reason));
  }
}

function awaitNoiseSuppression(models: RecognitionModels, signal: AbortSignal) {
  return awaitReady(models.ready('dtln', signal), (reason) => {
    const message = `enhancement.enabled is true, but noise suppression cannot be used: ${reason}`;
    return new ServiceError('ERR_CLASSIFIER_NOT_INSTALLED', message);
  });
}

async function awaitReady(ready: Promise<void>, unavailable: (reason: string) => Error) {
  try {
    await ready;
  } catch (error) {
    if (error instanceof ModelsClosed) throw new RecognitionEnded('CANCELED', { cause: error });
    throw error instanceof ModelUnavailable ? unavailable(error.message) : error;
  }
}
