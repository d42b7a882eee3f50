export * from './client/pool/index.ts';
export * from './client/recognize/index.ts';
export * from './contract/index.ts';
export type { DetectVoiceInput, DetectVoiceOutput } from './jobs/detect-voice.ts';
export type { EngineJobs } from './jobs/registry.ts';
export type { SpanOptions } from './listen/speech-spans.ts';
export * from './speakers/index.ts';
