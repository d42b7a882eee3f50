import { counted } from '../../counted.ts';
import { HttpError } from '../../http/errors.ts';
import type { Configuration } from './configuration.ts';
import { type HeardVoices, milliseconds } from './hear.ts';
import { neededSpeech } from './needed-speech.ts';
import { REJECTED_CAUSES } from './utterance-answer.ts';

/**
 * Why what was heard does not do. Upper limits come first, since they end the hearing; then the speech, then the
 * number of utterances.
 */
export function constraintFailure(heard: HeardVoices, limits: Configuration): HttpError | undefined {
  const { accepted, speechMs, exceeded } = heard;
  if (limits.beyond === 'abort' && exceeded === 'speech') {
    const { maxSpeech } = limits;
    return new HttpError(
      'ERR_MAX_SPEECH',
      `the audio holds more than ${maxSpeech} ms of speech (max_speech)`,
    );
  }
  if (limits.beyond === 'abort' && exceeded === 'utterances') {
    const { maxUtterances } = limits;
    const most = counted(maxUtterances, 'utterance');
    return new HttpError('ERR_MAX_UTTERANCES', `the audio holds more than ${most} (max_utterances)`);
  }
  if (speechMs < neededSpeech(limits)) {
    const all = heard.utterances.reduce((sum, { speech }) => sum + milliseconds(speech), 0);
    const used = all === 0 ? 'there is no speech' : `${speechMs} of ${all} ms of speech can be used`;
    const message = `${used}; min_speech is ${limits.minSpeech}`;
    return new HttpError('ERR_MIN_SPEECH', message + leftOut(heard));
  }
  if (accepted.length < limits.minUtterances) {
    const message = `${counted(accepted.length, 'utterance')} can be used; min_utterances is ${limits.minUtterances}`;
    return new HttpError('ERR_MIN_UTTERANCES', message + leftOut(heard));
  }
  return undefined;
}

/** What else there was, so that a person sees whether to speak longer, to speak better or to allow more. */
function leftOut({ utterances }: HeardVoices): string {
  const causes = new Map<string, number>();
  for (const { rejected } of utterances) {
    const cause = rejected && REJECTED_CAUSES[rejected];
    if (cause) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  const counts = [...causes].map(([cause, count]) => `${count} ${cause}`);
  return counts.length === 0 ? '' : ` (rejected: ${counts.join(', ')})`;
}
