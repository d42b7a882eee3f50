import type { AudioInput, HeardAudio, SpeechAllowance, VoiceScorer } from '@locutor/engine';
import type { AuditLog, Biometrics } from '../../store/index.ts';
import type { UtteranceTraits } from '../verify/voice-traits.ts';

/** What the operations on voices need of the rest of the server. */
export interface Voices {
  readonly speakers: SpeakerListener;
  readonly scorer: Scorer;
  readonly traits: UtteranceTraits;
  readonly biometrics: Biometrics;
  readonly audit: AuditLog;
  /** Whether the engine would take one more audio now: asked before a body is read. */
  admits(): boolean;
  /** Told of every operation that was recorded: how it ended, and how for each user. */
  count(operation: 'verify' | 'enroll', outcome: string, userOutcomes: readonly string[]): void;
}

/** The engine, hearing one audio at a time. */
export interface SpeakerListener {
  listen(
    audio: AudioInput,
    allowance: SpeechAllowance,
    options: {
      readonly signal?: AbortSignal;
      readonly continues?: 'ahead';
      readonly halves?: boolean;
      /** Seconds of silence that end an utterance. */
      readonly endSilence?: number;
    },
  ): Promise<HeardAudio>;
}

/** Compares voices. Both sides are made from utterances that were heard and not rejected. */
export type Scorer = Pick<VoiceScorer, 'fingerprint' | 'probe' | 'score' | 'voiceprint' | 'consistency'>;
