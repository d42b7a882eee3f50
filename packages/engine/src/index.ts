/** The main process's half: jobs go to engine processes, or over a bus, and no model runs here. */

export { askWorkers } from './bus/ask-workers.ts';
export { type BusOptions, shownServers } from './bus/bus-options.ts';
export { EMOTION_MODELS, synthesisModels } from './bus/job-models.ts';
export { BusPool, type FleetState } from './bus/node/bus-pool.ts';
export type { Advert, FetchModel } from './bus/shapes.ts';
export { BUS_PROTOCOL } from './bus/subjects.ts';
export { BusWorker, type BusWorkerState } from './bus/worker/bus-worker.ts';
export { Diarizer } from './diarize/diarizer.ts';
export { type DominantStretch, dominantSpeakers, speakerChanges } from './diarize/dominant-speakers.ts';
export { DECODED_FORMAT, decodeFile } from './live/decode-file.ts';
export type { LivePool } from './live/live-pool.ts';
export type { LiveRecognition } from './live/live-recognition.ts';
export { LiveRecognizer } from './live/live-recognizer.ts';
export type { LivePartial, LiveRequest, LiveTimers, LiveWatch } from './live/live-request.ts';
export { createEnginePool } from './pool/create-engine-pool.ts';
export { EnginePool } from './pool/engine-pool.ts';
export {
  DeadlineExceededError,
  EngineDiedError,
  EngineInternalError,
  EngineMemoryError,
  EngineUnavailableError,
  JobCanceledError,
  PoolClosedError,
  QueueFullError,
} from './pool/errors.ts';
export { KILL_REASONS, type PoolEvent } from './pool/events.ts';
export { physicalCores } from './pool/physical-cores.ts';
export type { PoolStatus } from './pool/state.ts';
export type { AudioLength } from './recognize/audio-length.ts';
export type { RecognitionPool } from './recognize/recognition-pool.ts';
export { type RecognizeOptions, Recognizer } from './recognize/recognizer.ts';
export { synthesize } from './synthesize/synthesize.ts';
export { Speakers } from './voices/speakers.ts';
export { type TextAnswer, TextCheck, type TextQuestion } from './voices/text-check.ts';
