import { clock } from './clock.ts';
import { cuesOf } from './cues.ts';
import type { Transcript } from './transcript.ts';

/** SubRip; where the speaker changes, the text begins with the name. */
export function toSrt(transcript: Transcript): string {
  return cuesOf(transcript, { labels: true })
    .map(
      ({ start, end, lines }, index) =>
        `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${lines.map(harmless).join('\n')}\n`,
    )
    .join('\n');
}

/**
 * The format has no escapes. An arrow would be a line of times; players take `<i>` for a tag and `{\an8}` for a
 * command, and show neither. Characters that look alike are shown as they are.
 */
function harmless(line: string): string {
  return line
    .replaceAll('-->', '→')
    .replace(/<(?=[\p{L}/!])/gu, '‹')
    .replaceAll('{\\', '{∖');
}
