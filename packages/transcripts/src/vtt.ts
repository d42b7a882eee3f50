import { clock } from './clock.ts';
import { cuesOf } from './cues.ts';
import { speakerName } from './speaker-name.ts';
import type { Transcript } from './transcript.ts';

/** WebVTT, with the speaker of each caption in a voice tag. */
export function toVtt(transcript: Transcript): string {
  const cues = cuesOf(transcript, { labels: false }).map(({ start, end, speaker, lines }) => {
    const voice = speaker === undefined ? '' : `<v ${escaped(speakerName(speaker))}>`;
    return `\n${clock(start, '.')} --> ${clock(end, '.')}\n${voice}${lines.map(escaped).join('\n')}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
}

/** `-->` would be a line of times, and `<` and `&` begin tags and references. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
