import type { AudioInput, EmbeddedAudio, SpeechAllowance } from '@locutor/contract';
import type { VoiceScorer } from '@locutor/voices';
import type { CountVoices } from '../metrics/voice-metrics.ts';
import type { AuditLog, Biometrics } from '../store/index.ts';
import type { AntispoofingSettings } from './antispoofing/policy.ts';
import type { Challenges } from './challenge/challenges.ts';
import type { UtteranceTraits } from './voice-traits.ts';

/** What the operations on voices need of the rest of the server. */
export interface Voices {
  readonly speakers: SpeakerListener;
  readonly scorer: Scorer;
  readonly traits: UtteranceTraits;
  readonly biometrics: Biometrics;
  readonly audit: AuditLog;
  readonly challenges: Challenges;
  readonly antispoofing: AntispoofingSettings;
  /** Whether the engine would take one more audio of the client now: asked before a body is read. */
  admits(client: string): boolean;
  readonly count: CountVoices;
}

/** The engine, embedding one audio at a time. */
export interface SpeakerListener {
  listen(
    audio: AudioInput,
    allowance: SpeechAllowance,
    options: {
      readonly signal?: AbortSignal;
      /** Whose turn it uses. */
      readonly client?: string;
      readonly continues?: 'ahead';
      readonly halves?: boolean;
      readonly telephoneCopy?: boolean;
      /** Seconds of silence that end an utterance. */
      readonly endSilence?: number;
      /** Return the audio of utterances, for a check of what was said. */
      readonly sound?: boolean;
      /** Score utterances with the spoofing detector. */
      readonly spoofing?: boolean;
    },
  ): Promise<EmbeddedAudio>;
}

/** Compares voices. Both sides are made from utterances that were embedded and not rejected. */
export type Scorer = Pick<VoiceScorer, 'fingerprint' | 'probe' | 'score' | 'voiceprint' | 'consistency'>;
