import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { billRequest } from '../billing/bill-request.ts';
import { internalError, ServiceError } from '../errors/index.ts';
import { clientOf } from '../http/client-id.ts';
import type { TranslateError } from '../http/error-answers.ts';
import { traceOf } from '../http/plugins/tracing.ts';
import { callerOf } from '../operations/caller.ts';
import { interpret } from '../operations/interpret/interpret.ts';
import { checkText } from '../operations/interpret/request.ts';
import { requireEmotion } from '../operations/recognize/emotion.ts';
import { RecognitionEnded } from '../operations/recognize/ended.ts';
import {
  type LiveCallWatch,
  type LiveServices,
  openLiveCall,
  UNBILLED,
} from '../operations/recognize/live-call.ts';
import type { Recognition } from '../operations/recognize/recognition.ts';
import { ensureRoom } from '../operations/recognize/serve-call.ts';
import { sentAudio } from './audio-type.ts';
import { readSessionParameters } from './parameters.ts';
import type { SessionHost } from './session-host.ts';

export interface RecognitionServices extends LiveServices {
  readonly recognition: Recognition;
  readonly billing: NonNullable<LiveServices['billing']>;
  /** Told how many sessions there are, and how recognitions end. */
  readonly count: StreamingCount;
  /** What an error of another part of the server is to a client. */
  readonly translate: TranslateError;
}

export interface StreamingCount {
  sessions(open: () => number): void;
  /** Of one recognition: told what the client is told. */
  recognition(): {
    speechStarted(): void;
    speechEnded(): void;
    partial(): void;
    result(status: string): void;
  };
}

/** What the sessions of one connection need of the server. */
export function hostFor(request: FastifyRequest, services: RecognitionServices): SessionHost {
  const { config, grammars, billing, recognition, count, translate } = services;
  const who = { client: clientOf(request), caller: callerOf(request) };
  const noted = (tag: string) => {
    if (tag !== '') request.log.info({ tag }, 'caller');
  };
  return {
    handle: String(randomInt(1, 2 ** 48 - 1)),
    aliases: config.lmAliases,
    rawRate: config.rawRate,
    idleMs: config.sessionIdleSeconds * 1000,
    readParameters: (headers) => readSessionParameters(headers, config),
    audioFormat: (contentType) => sentAudio(contentType, config.rawRate),
    create(userAgent) {
      request.log.info({ ...(userAgent && { agent: userAgent.slice(0, 200) }) }, 'session');
    },
    async recognize({ parameters, ...asked }, watch, signal) {
      requireEmotion(asked.classifiers, recognition.emotion);
      ensureRoom(recognition, request);
      noted(parameters.loggingTag);
      const partials = parameters['decoder.partialResultEnabled'];
      const counted = {
        ...countedBy(count.recognition(), watch),
        onUnbilled: (error: unknown) => request.log.error({ err: error }, UNBILLED),
      };
      const call = { ...asked, ...who, parameters, partials, trace: traceOf(request) };
      return openLiveCall(call, { ...services, memory: request.server.bodyMemory }, counted, signal);
    },
    async interpret({ parameters, text, references, inline }, signal) {
      await request.authorize('interpret', config.authInterpret);
      noted(parameters.loggingTag);
      const read = { text: checkText(text), references, inline, parameters, client: who.client };
      const result = await interpret(read, grammars, signal);
      const accountTag = parameters['license.manager.accountTag'];
      const record = { operation: 'interpret', accountTag, characters: [...read.text].length } as const;
      const transactionId = await billRequest(billing, record, [result.result_status]);
      return { result, ...(transactionId !== undefined && { transactionId }) };
    },
    async define(grammar, signal) {
      const source = { kind: 'inline', uri: 'inline:0', ...grammar } as const;
      const outcome = await grammars.compile(source, { client: who.client, signal });
      if (outcome.kind !== 'compiled')
        throw new ServiceError('ERR_BUSY', 'the grammar could not be compiled; try again later', {
          retryAfterSeconds: 1,
        });
    },
    failureOf: (error) => failureOf(error, request, translate),
  };
}

function countedBy(count: ReturnType<StreamingCount['recognition']>, watch: LiveCallWatch): LiveCallWatch {
  return {
    ...watch,
    onSpeechStart() {
      count.speechStarted();
      watch.onSpeechStart?.();
    },
    onSpeechEnd() {
      count.speechEnded();
      watch.onSpeechEnd?.();
    },
    onPartial(...partial) {
      count.partial();
      watch.onPartial?.(...partial);
    },
    onResult(...[result, transactionId]) {
      if (result.final_result) count.result(result.result_status);
      watch.onResult(result, transactionId);
    },
  };
}

/** What went wrong, as far as it is the client's business; the rest is in the log. */
export function failureOf(error: unknown, request: FastifyRequest, translate: TranslateError): ServiceError {
  if (error instanceof ServiceError) return error;
  const reason = error instanceof RecognitionEnded ? error.message : undefined;
  if (reason !== undefined) return new ServiceError('ERR_BUSY', reason, { retryAfterSeconds: 1 });
  request.log.error({ err: error }, 'a session failed');
  return translate(error) ?? internalError();
}
