import type { RecognitionResult } from '../../operations/results/result.ts';

/** Audio that arrives while it is spoken. */
export interface SpokenAudio {
  readonly parts: AsyncIterable<Uint8Array>;
  /** Undefined where the format is detected. */
  readonly mediaType: string | undefined;
}

/** Who wants to know what is said. */
export interface ListenWatch {
  /** Left out where nobody looks at words that may change. The first `stable` characters do not. */
  onPartial?(text: string, stable: number): void;
  onResult(result: RecognitionResult): void;
}

/** Recognises speech while it is spoken, here or on a server. */
export interface Listener {
  /** Resolves after the last result; the audio may not have ended by then. */
  listen(audio: SpokenAudio, watch: ListenWatch, signal: AbortSignal): Promise<void>;
}
