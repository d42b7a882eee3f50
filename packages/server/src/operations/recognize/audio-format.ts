import type { DecodeAs } from '@locutor/contract';
import { quote, ServiceError } from '../../errors/index.ts';
import { unsupportedType } from '../../http/client.ts';
import { parseMediaType } from '../../http/media-type.ts';
import { rawAudio } from './raw-types.ts';

export type Variant = 'current' | 'earlier';

/** The format is detected from the file's header; GSM files have none, but every frame of theirs has a signature. */
const DETECT: DecodeAs = { detectGsm: true };

/**
 * How to decode audio of a Content-Type: types of raw audio describe it, everything else is detected from the bytes. The
 * current variant accepts audio types, application/octet-stream and none at all; the earlier one accepts anything.
 * `rawRate` is the rate of raw audio whose type does not say one.
 */
export function audioFormat(contentType: string | undefined, variant: Variant, rawRate: number): DecodeAs {
  if (contentType === undefined || contentType.trim() === '') return DETECT;
  const media = parseMediaType(contentType);
  if (media?.repeated) {
    const message = `Content-Type ${quote(contentType)} has ${media.repeated} twice`;
    throw new ServiceError('ERR_INVALID_PARAMETER', message);
  }
  const raw = media && rawAudio(media, rawRate);
  if (raw) return raw;
  const isAudio = media?.type.startsWith('audio/') || media?.type === 'application/octet-stream';
  if (variant === 'earlier' || isAudio) return DETECT;
  throw unsupportedType(
    contentType,
    'audio/wav',
    ', audio/raw or another audio type, or application/octet-stream',
  );
}
