import type { AudioInput } from './audio-input.ts';
import type { Band } from './band.ts';

/** Why an utterance was left out. */
export type RejectedCause = 'too-short' | 'clipped' | 'noise' | 'not-speech' | 'trimmed';

/** What limits how much of an audio is used: its speech, or the number of its utterances. */
export type SpeechLimit = 'speech' | 'utterances';

/** How much of an audio may be used; what goes beyond is rejected as trimmed, a cut utterance keeps its first part. */
export interface SpeechAllowance {
  readonly speechSeconds: number;
  readonly utterances: number;
  /** Seconds of voice that are needed: the last utterance must supply what is missing; shorter ones are skipped. */
  readonly neededSeconds?: number;
}

/** Something said between two silences. Times are seconds from the start of its audio. */
export interface EmbeddedUtterance {
  readonly start: number;
  readonly end: number;
  /** Seconds of voice in it; pauses are not counted. */
  readonly speech: number;
  readonly rejected?: RejectedCause;
  /** The limit that left it out; only where it was trimmed. */
  readonly trimmedBy?: SpeechLimit;
  /** What the voice is like, for the voice scorer; absent when rejected. Its content is nobody else's business. */
  readonly voice?: Uint8Array;
  /** Where it was asked for; absent when rejected, or longer than a text check can process. */
  readonly sound?: UtteranceSound;
  /** Where it was asked for; absent when rejected, or shorter than the spoofing detector can process. */
  readonly spoofing?: SpoofingScore;
}

/** The most audio that recognition models process at once is half a minute; some of it is silence between utterances. */
export const MOST_SOUND_SECONDS = 28;

/** The audio of an utterance with a little silence around it, at 16 kHz. */
export interface UtteranceSound {
  readonly samples: Float32Array;
  /** Where the speech begins and ends, in seconds from the start of the samples. */
  readonly start: number;
  readonly end: number;
}

/** What the spoofing detector says of an utterance. */
export interface SpoofingScore {
  /** Log-odds that the speech is synthetic or converted. */
  readonly score: number;
  /** Thresholds differ by bandwidth. */
  readonly band: Band;
}

export interface EmbedSpeakerInput {
  audio: AudioInput;
  allowance: SpeechAllowance;
  /** Embed the halves of each utterance too, for the consistency of one that is alone; takes as long again. */
  halves?: boolean;
  /** For an enrolment: embed a copy of wide-band speech too that is reduced to the band of telephones. */
  telephoneCopy?: boolean;
  /** Seconds of silence that end an utterance; one second by default. */
  endSilence?: number;
  /** Return the audio of each utterance that is used, for a text check. */
  sound?: boolean;
  /** Score each utterance that is used with the spoofing detector. */
  spoofing?: boolean;
}

export interface EmbeddedAudio {
  /** Length of the audio. */
  readonly seconds: number;
  readonly utterances: readonly EmbeddedUtterance[];
  /** More was said than the allowance takes. */
  readonly exceeded?: SpeechLimit;
}
