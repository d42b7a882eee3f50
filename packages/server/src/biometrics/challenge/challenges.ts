import type { UtteranceSound } from '@locutor/contract';
import type { TextAnswer, TextQuestion } from '@locutor/engine';
import type { Config } from '../../config/index.ts';
import { lmNotFound } from '../../grammars/index.ts';
import { awaitModel } from '../../models/await-model.ts';
import { modelFor } from '../../models/model-choice.ts';
import type { RecognitionModels } from '../../models/recognition-models.ts';
import { type ExpectedText, refuseUnsayableDigits } from './expected-text.ts';
import { textGrammars } from './text-grammars.ts';

/** The engine's check of a text. */
export interface SpokenTexts {
  check(
    utterances: readonly (UtteranceSound | undefined)[],
    question: TextQuestion,
    options: { readonly signal?: AbortSignal },
  ): Promise<TextAnswer>;
}

/** Checks whether the text that a request expects was spoken. */
export interface Challenges {
  /**
   * The check of a text, once its recognition model can be used. Throws a ServiceError where the text cannot be checked:
   * called before any audio is read.
   */
  prepare(expected: ExpectedText, signal: AbortSignal | undefined): Promise<Challenge>;
}

export interface Challenge {
  check(
    sounds: readonly (UtteranceSound | undefined)[],
    signal: AbortSignal | undefined,
  ): Promise<TextAnswer>;
}

type ModelChoice = Pick<Config, 'language' | 'englishModel' | 'multilingualModel' | 'jobSeconds'>;

export function createChallenges(
  config: ModelChoice,
  models: RecognitionModels,
  texts: SpokenTexts,
): Challenges {
  return {
    async prepare(expected, signal) {
      const language = expected.language ?? config.language;
      refuseUnsayableDigits(expected, language);
      const model = modelFor(language, config);
      await awaitModel(models, model, {
        seconds: config.jobSeconds,
        signal,
        notFound: (reason) => lmNotFound(`builtin:slm/${language}`, reason),
      });
      const question = { ...textGrammars(expected.text, language), model, language };
      return {
        check: (sounds, during) => texts.check(sounds, question, { ...(during && { signal: during }) }),
      };
    },
  };
}
