import type { Grammar } from './media.ts';
import type { OnProgress } from './progress.ts';
import type {
  EnrollmentRequest,
  InterpretParameters,
  RecognizeParameters,
  VerificationRequest,
} from './types.ts';

export interface LocutorOptions {
  /** Where the server is, with its path prefix if it has one. */
  readonly url: string;
  readonly token?: string;
  /** How often a request that the server has no room for (503) is sent again. Default 3. */
  readonly retries?: number;
  /** The longest wait before a request is sent again, whatever `Retry-After` says, in seconds. Default 30. */
  readonly maxWaitSeconds?: number;
}

/** What every call accepts. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Every call that may be billed accepts these. */
export interface BilledOptions extends CallOptions {
  /**
   * New for each request (default: random). A request that is sent again with it within 24 hours gets the first answer and
   * is not billed again.
   */
  readonly idempotencyKey?: string;
}

export interface UploadOptions extends BilledOptions {
  readonly onProgress?: OnProgress;
}

export interface InterpretOptions extends BilledOptions {
  /** URIs of language models; optional where grammars are sent. */
  readonly lm?: string | readonly string[];
  readonly grammars?: readonly Grammar[];
  readonly parameters?: InterpretParameters;
}

export interface RecognizeOptions extends UploadOptions {
  readonly lm?: string | readonly string[];
  readonly grammars?: readonly Grammar[];
  readonly parameters?: RecognizeParameters;
  /** The Content-Type. Raw audio needs one, `audio/raw;rate=8000` for instance; files do not. */
  readonly type?: string;
}

export interface SynthesizeOptions extends BilledOptions {
  /** One of `voices`. Default: the server's. */
  readonly voice?: string;
  /** One of `encoders`, of the same catalog. Default: its first WAV. */
  readonly encoder?: string;
  /** How fast, from 0.3 to 3. Default 1. */
  readonly rate?: number;
  /** How loud, from 0 to 2. Default 1. */
  readonly volume?: number;
  /** The text is SSML. */
  readonly ssml?: boolean;
  /** Where `encoder` is from. Default `plain`. */
  readonly catalog?: 'plain' | 'tts';
  /** Who is billed. */
  readonly accountTag?: string;
}

export type VerifyOptions = UploadOptions & VerificationRequest;
export type EnrollOptions = UploadOptions & EnrollmentRequest;

export interface UsersOptions extends CallOptions {
  readonly repository_uri?: string;
  readonly scenario?: string;
  readonly limit?: number;
  readonly after?: string;
}

export interface InspectOptions extends CallOptions {
  /** A grammar that the server knows, by its URI, instead of one that is sent. */
  readonly lm?: string;
  readonly text?: string;
  /** How many random sentences of the grammar to return, at most 20. Default 0. */
  readonly sentences?: number;
}
