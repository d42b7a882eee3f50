import { oneLine, speakerName } from './speaker-name.ts';
import type { Transcript } from './transcript.ts';

/** A row per segment after a row of names; times are whole milliseconds. */
export function toTsv({ segments }: Transcript): string {
  const rows = segments.map(({ start, end, speaker, text }) => [
    Math.round(start * 1000),
    Math.round(end * 1000),
    speaker === undefined ? '' : speakerName(speaker),
    oneLine(text),
  ]);
  return [['start', 'end', 'speaker', 'text'], ...rows].map((row) => `${row.join('\t')}\n`).join('');
}
