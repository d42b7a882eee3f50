import type { DecodeRequest } from './request.ts';

/** What the media types of voice verification allow: files with a header, or raw PCM, never both. */
const requests = {
  auto: { accept: ['flac', 'wav', 'mp3', 'ogg-vorbis'] },
  'pcm/8000/16/mono': { raw: { encoding: 'pcm', rate: 8000 }, refuseHeader: true },
  'pcm/16000/16/mono': { raw: { encoding: 'pcm', rate: 16_000 }, refuseHeader: true },
} as const satisfies Record<string, DecodeRequest>;

/** A `media_type` of voice verification. */
export type MediaType = keyof typeof requests;

export const mediaTypes = Object.keys(requests) as MediaType[];

/**
 * The decode request of a `media_type`, or undefined when there is no such type.
 *
 * ```ts
 * const request = requestForMediaType('pcm/8000/16/mono');
 * if (request) await decodeAudio(bytes, { ...request, limits: { maxSeconds: 120 } });
 * ```
 */
export function requestForMediaType(mediaType: string): DecodeRequest | undefined {
  return Object.hasOwn(requests, mediaType) ? requests[mediaType as MediaType] : undefined;
}
