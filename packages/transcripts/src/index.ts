export { toSrt } from './srt.ts';
export { toText, wholeText } from './text.ts';
export type { Transcript, TranscriptSegment, TranscriptWord } from './transcript.ts';
export { transcriptOf } from './transcript-of.ts';
export { toTsv } from './tsv.ts';
export { separatorBetween } from './unspaced.ts';
export { toVtt } from './vtt.ts';
