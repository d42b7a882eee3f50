import { GrammarError, type GrammarErrorPlace } from '../errors.ts';
import type { GrammarDocument } from '../model.ts';
import { isMediaTypeOf } from '../read/media-types.ts';

/** A reference that states a media type must find that type. */
export function checkReferenceType(
  mediaType: string | undefined,
  found: GrammarDocument,
  place: GrammarErrorPlace,
): void {
  if (mediaType === undefined) return;
  if (!isMediaTypeOf(mediaType, found.format))
    throw new GrammarError(
      'invalid',
      `the reference says ${mediaType}, but ${found.uri} is ${found.format}`,
      place,
    );
}
