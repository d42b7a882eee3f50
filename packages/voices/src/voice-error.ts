/** `no-voice`: no utterance has one. `foreign`: bytes that this version did not make. */
export type VoiceErrorCode = 'no-voice' | 'foreign';

/** Something that should be compared cannot be. */
export class VoiceError extends Error {
  override readonly name = 'VoiceError';
  readonly code: VoiceErrorCode;

  constructor(code: VoiceErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
