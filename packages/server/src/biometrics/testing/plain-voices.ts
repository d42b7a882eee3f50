import { type AudioInput, type EmbeddedAudio, type EmbeddedUtterance, JobError } from '@locutor/contract';
import { compileGrammar } from '@locutor/grammar';
import type { AntispoofingSettings } from '../antispoofing/policy.ts';
import { createChallenges, type SpokenTexts } from '../challenge/challenges.ts';
import type { Scorer, SpeakerListener } from '../voices.ts';
import { MemoryAudit, MemoryBiometrics } from './memory-biometrics.ts';
import { plainTraits } from './plain-traits.ts';

type Allowance = Parameters<SpeakerListener['listen']>[1];

/**
 * An engine that takes text for audio: `ana:1500 bob:800 noise` are two utterances with 1.5 s and 0.8 s of speech, and
 * one that is rejected as noise. The first word is the voice.
 */
export function plainListener(): SpeakerListener & { readonly received: string[] } {
  const received: string[] = [];
  return {
    received,
    async listen(audio, allowance, { sound, spoofing }) {
      const text = Buffer.from((audio as Extract<AudioInput, { bytes: Uint8Array }>).bytes).toString();
      received.push(text);
      if (!/^[a-z]+(:\d+)?( [a-z]+(:\d+)?)*$/.test(text)) {
        throw new JobError('AUDIO_INVALID', 'it starts like no known audio format');
      }
      const embedded = embedText(text, allowance);
      const utterances = embedded.utterances.map((each) =>
        each.voice ? { ...each, ...(sound && plainSound(each)), ...(spoofing && plainScore(each)) } : each,
      );
      return { ...embedded, utterances };
    },
  };
}

function embedText(
  text: string,
  { speechSeconds, utterances: most, neededSeconds = 0 }: Allowance,
): EmbeddedAudio {
  let [left, count, needed, at] = [speechSeconds, most, neededSeconds, 0];
  let exceeded: EmbeddedAudio['exceeded'];
  const utterances = text.split(' ').map((word): EmbeddedUtterance => {
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

/** Of the voice `robot` the detector is sure, of `blurred` it is not. */
const SPOOFING_SCORES: Readonly<Record<string, number>> = { robot: 5, blurred: 0 };

function plainScore({ voice }: EmbeddedUtterance): Pick<EmbeddedUtterance, 'spoofing'> {
  const score = SPOOFING_SCORES[Buffer.from(voice!).toString()] ?? -5;
  return { spoofing: { score, band: 'wide' } };
}

/** The samples are the letters of the voice's name, so that a check of the text can read them. */
function plainSound({ voice, speech }: EmbeddedUtterance): Pick<EmbeddedUtterance, 'sound'> {
  return { sound: { samples: Float32Array.from(voice!), start: 0, end: speech } };
}

/** Says that the names of the voices, in their order, are what was said. */
export const plainTexts: SpokenTexts = {
  async check(sounds, { text }) {
    const said = sounds.map((sound) => String.fromCharCode(...(sound?.samples ?? []))).join(' ');
    const document = 'source' in text && !('source' in text.source) ? text.source : undefined;
    const grammar = await compileGrammar(document!);
    return grammar.accepts(said) ? { said: true, score: 0.9 } : { said: false, score: 0 };
  },
};

export const plainAntispoofing: AntispoofingSettings = {
  enabled: true,
  thresholds: { wide: { reject: 2, accept: -2 }, narrow: { reject: 3, accept: -1 } },
  minSpeechSeconds: 3,
  relaxable: false,
};

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

function namesOf(utterances: readonly Pick<EmbeddedUtterance, 'voice'>[]): string[] {
  return utterances.flatMap(({ voice }) => (voice ? [Buffer.from(voice).toString()] : []));
}

export function plainVoices() {
  return {
    speakers: plainListener(),
    scorer: plainScorer,
    traits: plainTraits,
    biometrics: new MemoryBiometrics(),
    audit: new MemoryAudit(),
    challenges: createChallenges(
      { language: 'en', englishModel: 'moonshine-base', multilingualModel: 'whisper-small', jobSeconds: 900 },
      { ready: async () => {} },
      plainTexts,
    ),
    antispoofing: plainAntispoofing,
    admits: () => true,
  };
}
