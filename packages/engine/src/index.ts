export * from './client/pool/index.ts';
export * from './client/recognize/index.ts';
export * from './contract/index.ts';
export type { DetectSpeechInput, DetectSpeechOutput } from './jobs/detect-speech.ts';
export type { EngineJobs } from './jobs/registry.ts';
export type { SpanOptions } from './listen/speech-spans.ts';
export * from './speakers/index.ts';
