import { GrammarError, type GrammarErrorPlace } from '../errors.ts';
import type { GrammarDocument, GrammarFormat } from '../model.ts';

const formats: Readonly<Record<string, GrammarFormat>> = {
  'application/srgs+xml': 'xml',
  'application/grammar+xml': 'xml',
  'application/srgs': 'abnf',
  'application/grammar': 'abnf',
  'application/jsgf': 'jsgf',
  'application/x-jsgf': 'jsgf',
};

/** A reference that states a media type must find that type. */
export function checkReferenceType(
  mediaType: string | undefined,
  found: GrammarDocument,
  place: GrammarErrorPlace,
): void {
  if (mediaType === undefined) return;
  const expected = formats[mediaType.split(';')[0]!.trim().toLowerCase()];
  if (expected !== found.format)
    throw new GrammarError(
      'invalid',
      `the reference says ${mediaType}, but ${found.uri} is ${found.format}`,
      place,
    );
}
