import fc from 'fast-check';
import type { Transcript } from '../src/transcript.ts';

/** Words as people say and as formats fear them. */
export const word = fc.oneof(
  fc.constantFrom('hello', 'world.', 'a', 'well,', '25%', 'Straße', 'olá!', 'antidisestablishmentarianism'),
  fc.constantFrom(
    '-->',
    '&',
    '<b>',
    '</v>',
    '&amp;',
    '{\\an8}',
    '00:00:01.000',
    '1',
    'WEBVTT',
    'NOTE',
    '"',
    '🙂',
  ),
  fc.string({ minLength: 1, maxLength: 60 }).map((text) => text.replace(/[\s\p{Cc}]/gu, 'x')),
);
const time = fc.oneof(
  fc.double({ min: 0, max: 40_000, noNaN: true }),
  fc.constantFrom(0, 1, 59.9996, 3599.9999),
);
export const speaker = fc.constantFrom('1', '2', 'ana', 'José <Silva> & --> Co');

/** Segments in any order, with times that need not make sense. */
export function transcript(words = word): fc.Arbitrary<Transcript> {
  const segment = fc
    .record(
      {
        said: fc.array(fc.tuple(words, time, time), { minLength: 1, maxLength: 60 }),
        start: time,
        end: time,
        speaker,
      },
      { requiredKeys: ['said', 'start', 'end'] },
    )
    .map(({ said, ...rest }) => ({
      ...rest,
      text: said.map(([text]) => text).join(' '),
      words: said.map(([text, start, end]) => ({ text, start, end })),
    }));
  return fc.array(segment, { maxLength: 6 }).map((segments) => ({ segments }));
}

/** The same without words. */
export function wordless({ segments }: Transcript): Transcript {
  return { segments: segments.map((segment) => ({ ...segment, words: [] })) };
}
