/** Why audio was refused. Every refusal of this package carries one of these. */
export type AudioErrorCode =
  /** There are no bytes, or no whole sample, to decode. */
  | 'empty'
  /** The bytes match no container that can be detected by its header. */
  | 'unknown-format'
  /** The container or codec is known, but this kind of it is not decoded here. */
  | 'unsupported'
  /** The header promises a format that the rest of the bytes do not hold. */
  | 'malformed'
  /** The format is decodable, but the caller did not accept it. */
  | 'not-accepted'
  /** More bytes than the limit. */
  | 'too-large'
  /** The request itself is wrong, such as a rate that is out of range. */
  | 'invalid-request';

export class AudioError extends Error {
  override readonly name = 'AudioError';
  readonly code: AudioErrorCode;

  constructor(code: AudioErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function malformed(message: string): AudioError {
  return new AudioError('malformed', message);
}

export function unsupported(message: string): AudioError {
  return new AudioError('unsupported', message);
}
