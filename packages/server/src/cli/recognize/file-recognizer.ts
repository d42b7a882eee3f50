/** A segment as RECOGNIZE answers it. */
export interface RecognizedResult {
  readonly result_status: string;
}

export interface FileWatch {
  readonly signal: AbortSignal;
  /** Told how many seconds of the audio are recognised, or how many percent, where that is known before the end. */
  onProgress(amount: number): void;
}

/** Recognises the bytes of one audio file after another, here or on a server. */
export interface FileRecognizer {
  /** How many files it works on at once. */
  readonly atOnce: number;
  /** The largest file that it takes. */
  readonly mostBytes: number;
  /** Throws an expected error where the audio is refused. `mediaType` is given for audio without a header. */
  recognize(
    audio: Uint8Array,
    mediaType: string | undefined,
    watch: FileWatch,
  ): Promise<readonly RecognizedResult[]>;
  /** The copy of these results that a server keeps, if it does. */
  stored?(results: readonly RecognizedResult[]): StoredResults | undefined;
}

export interface StoredResults {
  readonly url: string;
  remove(): Promise<void>;
}
