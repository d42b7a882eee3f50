import { oneLine, speakerName } from './speaker-name.ts';
import type { Transcript } from './transcript.ts';

/** One line per segment: `Speaker 1: good morning`, or the text alone where no speaker is known. */
export function toText({ segments }: Transcript): string {
  return segments
    .map(({ speaker, text }) =>
      speaker === undefined ? `${oneLine(text)}\n` : `${speakerName(speaker)}: ${oneLine(text)}\n`,
    )
    .join('');
}
