import type { AudioInput } from '@locutor/contract';
import { audioInput, type VoiceMediaType } from '../../biometrics/media-type.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import type { FormReader } from '../../http/form-reader.ts';
import { parseMediaType } from '../../http/media-type.ts';
import { readJson } from '../../http/strict-json.ts';

const MEBIBYTE = 1024 ** 2;

export const REQUEST_PART = 'enroll';
/** What messages call the request. */
export const REQUEST_NAMES = { what: `the part ${REQUEST_PART}` } as const;
export const MAX_AUDIOS = 10;
export const MAX_AUDIO_BYTES = 5 * MEBIBYTE;
/** 128 user ids of 256 characters, each written as two escapes of six, take 384 KiB. */
const MAX_REQUEST_BYTES = 512 * 1024;
/** The last is what curl calls a file whose name it does not know. */
const JSON_TYPES = ['application/json', 'text/plain', 'application/octet-stream'];

/** The first part of a form: the request, as JSON. */
export async function readRequestPart(form: FormReader): Promise<unknown> {
  const head = await form.next();
  if (!head) throw new ServiceError('ERR_EMPTY_BODY', 'the form has no parts');
  if (head.name !== REQUEST_PART) {
    throw new ServiceError(
      'ERR_INVALID_PARAMETER',
      `the first part is named ${quote(head.name)}; it must be named ${REQUEST_PART} and hold the request as JSON`,
    );
  }
  if (head.contentType !== undefined && !JSON_TYPES.includes(parseMediaType(head.contentType)?.type ?? '')) {
    throw new ServiceError(
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      `the part ${REQUEST_PART} is ${quote(head.contentType)}; send it as application/json`,
    );
  }
  const bytes = await form.content(
    MAX_REQUEST_BYTES,
    () =>
      new ServiceError('ERR_TOO_LARGE', `the part ${REQUEST_PART} has more than ${MAX_REQUEST_BYTES} bytes`),
  );
  return readJson(bytes, `the part ${REQUEST_PART}`);
}

/** The parts after it: one audio each, whatever their names. Each is valid until the next one is requested. */
export async function* audioParts(form: FormReader, type: VoiceMediaType): AsyncGenerator<AudioInput> {
  let index = 0;
  for (; await form.next(); index++) {
    if (index === MAX_AUDIOS) {
      throw new ServiceError('ERR_TOO_LARGE', `the form has more than ${MAX_AUDIOS} audio parts`);
    }
    const bytes = await form.content(MAX_AUDIO_BYTES, () => audioTooLarge(`audio ${index}`));
    yield audioInput(bytes, type, index);
  }
  if (index === 0) throw new ServiceError('ERR_EMPTY_BODY', 'the form has no audio');
}

export function audioTooLarge(what: string): ServiceError {
  return new ServiceError('ERR_TOO_LARGE', `${what} has more than ${MAX_AUDIO_BYTES} bytes`);
}
