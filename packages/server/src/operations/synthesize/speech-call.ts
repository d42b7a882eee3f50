import type { EncodedFormat } from '@locutor/audio';
import { countCharacters } from '../../common/count-characters.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Voice } from './voices.ts';

/** A synthesis that was asked for, checked. */
export interface SpeechCall {
  /** Text, or an SSML document. */
  readonly text: string;
  readonly ssml: boolean;
  /** Of the text, markup included. */
  readonly characters: number;
  readonly voice: Voice;
  readonly format: EncodedFormat;
  /** What the answer is called (default: what RECOGNIZE calls the format). */
  readonly mediaType?: string;
  readonly rate: number;
  readonly volume: number;
  readonly cache: boolean;
  readonly filename?: string;
  /** Empty where nobody pays. */
  readonly accountTag: string;
  /** Whose turn it uses, and who alone gets what is cached: see `clientOf`. */
  readonly client: string;
}

/** A text that can be spoken, without the space around it. */
export function speakable(
  sent: string,
  most: number,
  field: string,
): Pick<SpeechCall, 'text' | 'characters'> {
  const text = sent.replace(/\p{Cs}/gu, '\ufffd').trim();
  if (text === '') throw new ServiceError('ERR_EMPTY_BODY', 'the request has no text to speak', { field });
  return { text, characters: checkLength(text, most, field) };
}

/** The characters of a text. Throws ERR_TOO_LARGE where there are more than `most`. */
export function checkLength(text: string, most: number, field: string): number {
  const characters = countCharacters(text, most);
  if (characters <= most) return characters;
  throw new ServiceError('ERR_TOO_LARGE', `the text has ${characters} characters; the limit is ${most}`, {
    field,
  });
}

/** Room for the longest text in any way of writing it in JSON or XML, and for what is around it. */
export function mostBytes(characters: number): number {
  return 12 * characters + 16 * 1024;
}
