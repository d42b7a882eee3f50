import { type AudioInput, type HeardAudio, type HeardUtterance, JobError } from '@locutor/engine';
import type { Scorer, SpeakerListener } from '../voices.ts';
import { MemoryAudit, MemoryBiometrics } from './memory-biometrics.ts';
import { plainTraits } from './plain-traits.ts';

type Allowance = Parameters<SpeakerListener['listen']>[1];

/**
 * An engine that takes text for audio: `ana:1500 bob:800 noise` are two utterances with 1.5 s and 0.8 s of speech, and
 * one that is rejected as noise. The first word is the voice.
 */
export function plainListener(): SpeakerListener & { readonly heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    async listen(audio, allowance) {
      const text = Buffer.from((audio as Extract<AudioInput, { bytes: Uint8Array }>).bytes).toString();
      heard.push(text);
      if (!/^[a-z]+(:\d+)?( [a-z]+(:\d+)?)*$/.test(text)) {
        throw new JobError('AUDIO_INVALID', 'it starts like no known audio format');
      }
      return hearText(text, allowance);
    },
  };
}

function hearText(
  text: string,
  { speechSeconds, utterances: most, neededSeconds = 0 }: Allowance,
): HeardAudio {
  let [left, count, needed, at] = [speechSeconds, most, neededSeconds, 0];
  let exceeded: HeardAudio['exceeded'];
  const utterances = text.split(' ').map((word): HeardUtterance => {
    const [name, ms = '0'] = word.split(':') as [string, string?];
    const speech = Number(ms) / 1000;
    const [start, end] = [at + 0.1, at + 0.1 + speech];
    at = end + 0.5;
    if (name === 'noise') return { start, end, speech, rejected: 'noise' };
    if (count === 0 || left <= 0) {
      const trimmedBy = count === 0 ? 'utterances' : 'speech';
      exceeded ??= trimmedBy;
      return { start, end, speech, rejected: 'trimmed', trimmedBy };
    }
    const used = Math.min(speech, left);
    if (count === 1 && used < needed) {
      return { start, end, speech, rejected: 'trimmed', trimmedBy: 'utterances' };
    }
    if (used < speech) exceeded ??= 'speech';
    count--;
    left -= used;
    needed -= used;
    return { start, end: start + used, speech: used, voice: Buffer.from(name) };
  });
  return { seconds: at, utterances, ...(exceeded && { exceeded }) };
}

/** Voices are alike when their names are: 0.9 for the same, −0.5 for another; 0.8 and −0.7 in one enrolment. */
export const plainScorer = {
  fingerprint: 'plain-1',
  probe: (utterances) => ({ voice: namesOf(utterances)[0] }) as never,
  score(probe, voiceprint) {
    const known = Buffer.from(voiceprint).toString();
    if (known === 'damaged') throw new Error('bytes of no voiceprint');
    return (probe as unknown as { voice: string }).voice === known ? 0.9 : -0.5;
  },
  voiceprint: (utterances, existing) => existing ?? Buffer.from(namesOf(utterances)[0]!),
  consistency(utterances, existing) {
    const names = new Set(namesOf(utterances));
    if (existing) names.add(Buffer.from(existing).toString());
    return { score: names.size === 1 ? 0.8 : -0.7, speechSeconds: 2, of: 'utterances' };
  },
} as Scorer;

function namesOf(utterances: readonly Pick<HeardUtterance, 'voice'>[]): string[] {
  return utterances.flatMap(({ voice }) => (voice ? [Buffer.from(voice).toString()] : []));
}

export function plainVoices() {
  return {
    speakers: plainListener(),
    scorer: plainScorer,
    traits: plainTraits,
    biometrics: new MemoryBiometrics(),
    audit: new MemoryAudit(),
    admits: () => true,
  };
}
