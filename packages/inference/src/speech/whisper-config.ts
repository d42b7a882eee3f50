/** The parts of `generation_config.json` that are read. */
export interface GenerationFile {
  lang_to_id: Readonly<Record<string, number>>;
  task_to_id: Readonly<Record<'transcribe', number>>;
  no_timestamps_token_id: number;
  suppress_tokens: readonly number[];
  begin_suppress_tokens: readonly number[];
}

/** What a Whisper model's special tokens are for. */
export interface WhisperConfig {
  /** The token of each language, by its code. */
  languages: ReadonlyMap<string, number>;
  transcribe: number;
  noTimes: number;
  noSpeech: number;
  suppressed: readonly number[];
  suppressedAtBegin: readonly number[];
}

export function whisperConfig(file: GenerationFile, vocabulary: number, endToken: number): WhisperConfig {
  // The file's list lacks languages and times: neither is text, and the prompt asks for no times.
  const special = Array.from({ length: vocabulary - endToken - 1 }, (_, at) => endToken + 1 + at);
  return {
    languages: new Map(
      Object.entries(file.lang_to_id).map(([name, token]) => [name.replaceAll(/[<|>]/g, ''), token]),
    ),
    transcribe: file.task_to_id.transcribe,
    noTimes: file.no_timestamps_token_id,
    // Not in the file; in the vocabulary the two are neighbours.
    noSpeech: file.no_timestamps_token_id - 1,
    suppressed: [...file.suppress_tokens.filter((token) => token < endToken), ...special],
    suppressedAtBegin: file.begin_suppress_tokens,
  };
}
