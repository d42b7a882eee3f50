export { toSrt } from './srt.ts';
export { toText } from './text.ts';
export type { Transcript, TranscriptSegment, TranscriptWord } from './transcript.ts';
export { transcriptOf } from './transcript-of.ts';
export { toTsv } from './tsv.ts';
export { toVtt } from './vtt.ts';
