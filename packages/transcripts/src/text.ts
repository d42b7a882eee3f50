import { oneLine, speakerName } from './speaker-name.ts';
import type { Transcript } from './transcript.ts';
import { separatorBetween } from './unspaced.ts';

/** One line per segment: `Speaker 1: good morning`, or the text alone where no speaker is known. */
export function toText({ segments }: Transcript): string {
  return segments
    .map(({ speaker, text }) =>
      speaker === undefined ? `${oneLine(text)}\n` : `${speakerName(speaker)}: ${oneLine(text)}\n`,
    )
    .join('');
}

/** All that was said in one line, without speakers. */
export function wholeText({ segments }: Transcript): string {
  return segments.reduce((whole, { text }) => {
    const line = oneLine(text);
    return whole + separatorBetween(whole, line) + line;
  }, '');
}
