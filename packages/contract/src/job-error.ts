/**
 * An answer of a job that is not a result: the caller's input is at fault, and the caller wants to know how.
 * It crosses the process border as `code`, `message` and `data`; `data` must be plain.
 */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    options: { data?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }
}

/** The code for audio that cannot be decoded; `data.reason` is the decoder's own code. */
export const AUDIO_INVALID = 'AUDIO_INVALID';
