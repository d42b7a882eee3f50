import type { DecodeAs } from '@locutor/contract';
import type { ServiceError } from '../errors/index.ts';
import type { LmAliases } from '../grammars/index.ts';
import type { InlineGrammar } from '../grammars/inline-grammar.ts';
import type { Classifiers } from '../operations/recognize/classifiers.ts';
import type { LiveCallWatch } from '../operations/recognize/live-call.ts';
import type { InterpretationResult } from '../operations/results/result.ts';
import type { Source } from './inbox.ts';
import type { SessionParameters } from './parameters.ts';
import type { NamedModels } from './session-grammars.ts';

/** A recognition that waits for audio. */
export interface Listening {
  /** False: more audio has to wait for `onDrain`. */
  write(bytes: Uint8Array, decode: DecodeAs): boolean;
  end(): void;
  startTimers(): void;
}

export interface SessionRecognition extends NamedModels {
  readonly parameters: SessionParameters;
  readonly classifiers: Classifiers;
}

/** What a session needs of the server. What is thrown is the answer of the message. */
export interface SessionHost {
  readonly handle: string;
  readonly aliases: LmAliases;
  /** Of audio that does not say. */
  readonly rawRate: number;
  readonly idleMs: number;
  readParameters(headers: Readonly<Record<string, string>>): SessionParameters;
  create(userAgent: string): void;
  recognize(asked: SessionRecognition, watch: LiveCallWatch, signal: AbortSignal): Promise<Listening>;
  interpret(
    asked: SessionRecognition & { readonly text: string },
    signal: AbortSignal,
  ): Promise<{ result: InterpretationResult; transactionId?: string }>;
  define(grammar: InlineGrammar, signal: AbortSignal): Promise<void>;
  /** The client's mistakes are answers; anything else is noted, and becomes ERR_INTERNAL. */
  failureOf(error: unknown): ServiceError;
  audioFormat(contentType: string | undefined): DecodeAs;
}

/** The connection of a session. */
export interface SessionPeer extends Source {
  /** Bytes become a binary message, a text one of text. */
  send(frame: Buffer | string): void;
  close(reason: string): void;
  /** The session is over, and counts no longer: its client closes the connection, or else the server does. */
  release(reason: string): void;
}
