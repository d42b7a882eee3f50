import { counted } from '../common/counted.ts';
import { milliseconds } from '../common/milliseconds.ts';
import { ServiceError } from '../errors/index.ts';
import type { Configuration } from './configuration.ts';
import type { EmbeddedAudios } from './embed-audios.ts';
import { leftOut } from './left-out.ts';
import { neededSpeech } from './needed-speech.ts';

/**
 * Why the utterances do not do. Upper limits come first, since they end the computation; then the speech, then the
 * number of utterances. A message names the limit that decided, and the member to change.
 */
export function constraintFailure(embedded: EmbeddedAudios, limits: Configuration): ServiceError | undefined {
  const { accepted, speechMs, exceeded } = embedded;
  const { minSpeech, maxSpeech, minUtterances, maxUtterances, endSilence } = limits;
  if (limits.beyond === 'abort' && exceeded === 'speech') {
    return new ServiceError(
      'ERR_MAX_SPEECH',
      `the audio holds more than ${maxSpeech} ms of speech (max_speech); ${OR_TRIM}`,
    );
  }
  if (limits.beyond === 'abort' && exceeded === 'utterances') {
    const most = counted(maxUtterances, 'utterance');
    return new ServiceError(
      'ERR_MAX_UTTERANCES',
      `the audio holds more than ${most} (max_utterances); ${OR_TRIM}`,
    );
  }
  if (speechMs < neededSpeech(limits)) {
    const all = embedded.utterances.reduce((sum, { speech }) => sum + milliseconds(speech), 0);
    const used = all === 0 ? 'there is no speech' : `${speechMs} of ${all} ms of speech can be used`;
    return new ServiceError(
      'ERR_MIN_SPEECH',
      `${used}; min_speech is ${minSpeech}${leftOut(embedded, limits)}`,
    );
  }
  if (accepted.length < minUtterances) {
    const used = counted(accepted.length, 'utterance');
    return new ServiceError(
      'ERR_MIN_UTTERANCES',
      `${used} can be used; min_utterances is ${minUtterances}, and a pause of ${endSilence} ms ends an ` +
        `utterance (end_silence)${leftOut(embedded, limits)}`,
    );
  }
  return undefined;
}

const OR_TRIM = 'raise it, or set max_constraint_behavior to "trim"';
