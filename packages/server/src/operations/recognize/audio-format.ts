import type { AudioInput } from '@locutor/engine';
import { HttpError, quote } from '../../http/errors.ts';
import { parseMediaType } from '../../http/media-type.ts';

export type Variant = 'current' | 'earlier';

/** How the engine is to decode the bytes; nothing where their own header tells. */
export type AudioFormat = NonNullable<Extract<AudioInput, { bytes: Uint8Array }>['decode']>;

type Encoding = NonNullable<AudioFormat['raw']>['encoding'];
type Rate = NonNullable<AudioFormat['raw']>['rate'];

const RATES: ReadonlyMap<string, Rate> = new Map([
  ['8000', 8000],
  ['16000', 16_000],
]);
const ENCODINGS: readonly Encoding[] = ['pcm', 'alaw', 'ulaw', 'gsm'];

/**
 * What a Content-Type says about audio: raw audio is described by it, everything else by its own header. The current
 * variant takes audio types, application/octet-stream and none at all; the earlier one takes anything.
 */
export function audioFormat(contentType: string | undefined, variant: Variant): AudioFormat {
  if (contentType === undefined || contentType.trim() === '') return {};
  const media = parseMediaType(contentType);
  if (media?.repeated) {
    const message = `Content-Type ${quote(contentType)} has ${media.repeated} twice`;
    throw new HttpError('ERR_INVALID_PARAMETER', message);
  }
  if (media?.type === 'audio/raw') return { raw: rawFormat(media.parameters) };
  const isAudio = media?.type.startsWith('audio/') || media?.type === 'application/octet-stream';
  if (variant === 'earlier' || isAudio) return {};
  throw new HttpError(
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    `Content-Type is ${quote(contentType)}; send audio/wav, audio/raw or another audio type, or application/octet-stream`,
  );
}

function rawFormat(parameters: ReadonlyMap<string, string>): NonNullable<AudioFormat['raw']> {
  const encodingName = parameters.get('encoding')?.toLowerCase() ?? 'pcm';
  const encoding = ENCODINGS.find((each) => each === encodingName);
  if (encoding === undefined) throw wrong('encoding', 'pcm, alaw, ulaw or gsm', encodingName);
  // GSM 06.10 exists at one rate only.
  const rateText = parameters.get('rate') ?? (encoding === 'gsm' ? '8000' : '16000');
  const rate = RATES.get(rateText);
  if (rate === undefined) throw wrong('rate', '8000 or 16000', rateText);
  if (encoding === 'gsm' && rate !== 8000) throw wrong('rate', '8000, the only rate of gsm', rateText);
  return { encoding, rate };
}

function wrong(name: string, expected: string, value: string): HttpError {
  return new HttpError(
    'ERR_INVALID_PARAMETER',
    `Content-Type audio/raw: expected ${name} to be ${expected}, got ${quote(value)}`,
  );
}
