/**
 * A client of the Locutor speech server, for Node and browsers.
 *
 * ```ts
 * import { Locutor } from '@locutor/client';
 *
 * const locutor = new Locutor({ url: 'http://127.0.0.1:8025', token });
 * const results = await locutor.recognize(await readFile('call.wav'), { lm: 'builtin:slm/general' });
 * ```
 */
export { LocutorError, type LocutorErrorCode } from './errors.ts';
export type { JobListOptions, JobOptions, Jobs, WaitOptions } from './jobs.ts';
export type { ListenOptions, LiveSpeech } from './live/live-speech.ts';
export { Locutor } from './locutor.ts';
export { type Audio, type Grammar, typeOf } from './media.ts';
export type {
  CallOptions,
  EnrollOptions,
  InspectOptions,
  InterpretOptions,
  LocutorOptions,
  RecognizeOptions,
  SynthesizeOptions,
  UsersOptions,
  VerifyOptions,
} from './options.ts';
export type { Progress } from './progress.ts';
export type { Speech } from './speech.ts';
export type * from './types.ts';
