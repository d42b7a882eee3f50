import type { EncoderInfo } from '../../operations/encoders/catalog.ts';

/** What is to be spoken, and what of it is not left to the defaults. */
export interface SpeechWish {
  readonly text: string;
  readonly ssml: boolean;
  readonly voice?: string | undefined;
  readonly encoder?: string | undefined;
  readonly rate?: number | undefined;
  readonly volume?: number | undefined;
}

/** Speaks texts, here or on a server. */
export interface Speaker {
  encoders(signal: AbortSignal): Promise<readonly EncoderInfo[]>;
  /** The audio, as it is made. Throws an expected error where the text is refused. */
  speak(wish: SpeechWish, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
