import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { quote, ServiceError } from '../../errors/index.ts';
import { clientGone, refuseEncoded } from '../../http/client.ts';
import { JSON_ONLY, jsonOrXml } from '../../http/formats.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import type { JobLimits, JobOutcome, JobStore } from '../../store/index.ts';
import { activeTrace } from '../../tracing/traced.ts';
import { callerOf } from '../caller.ts';
import { readKey } from '../idempotency/key.ts';
import type { KeyedRequests } from '../idempotency/keyed-requests.ts';
import { logCaller } from '../log-caller.ts';
import { activateLms } from '../recognize/active-lms.ts';
import { requireEmotion } from '../recognize/emotion.ts';
import { RecognitionEnded } from '../recognize/ended.ts';
import type { CallServices } from '../recognize/recognize-call.ts';
import { callHash, readCall, readHead } from '../recognize/request.ts';
import { recognitionXml } from '../results/write-xml.ts';
import { jobAnswer } from './job-answer.ts';
import { readFailure, readResults } from './outcome.ts';
import { readCursor, writeCursor } from './page-cursor.ts';
import { listSchema, PAGE, removeSchema, resultSchema, showSchema, submitSchema } from './schema.ts';
import { storeCall } from './stored-call.ts';
import { CallbackPolicy, readCallback } from './webhook/callback.ts';

export interface JobsServices extends Pick<CallServices, 'config' | 'grammars' | 'recognition'> {
  readonly jobs: Pick<JobStore, 'refusal' | 'submit' | 'find' | 'list' | 'outcome' | 'remove'>;
  readonly keyed: KeyedRequests;
}

const ALL = '/asr/rest/v3/jobs';
const ONE = `${ALL}/:id`;
/** Models that have to be fetched are waited for when the job runs. */
const LATER = { ready: async () => {} };
const RETRY_SECONDS = 30;
/** Nothing else is asked for in the database, which does not take every text. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** RECOGNIZE in the background. */
export const jobsRoutes: FastifyPluginAsyncTypebox<JobsServices> = async (app, services) => {
  const { config, grammars, recognition, jobs, keyed } = services;
  const callbacks = new CallbackPolicy(config);
  const access = { scope: 'recognize', access: config.authRecognize } as const;
  const limits: JobLimits = { inAll: config.jobsWaiting, perOwner: config.jobsWaitingPerOwner };
  const ownerOf = (request: FastifyRequest) => callerOf(request).actor;

  app.route({
    method: 'POST',
    url: ALL,
    schema: submitSchema,
    config: { ...access, formats: JSON_ONLY },
    // What cannot be accepted is refused before the body arrives.
    async onRequest(request) {
      refuseEncoded(request.raw.headers['content-encoding'], 'audio');
      const head = readHead(request, config, 'current');
      requireEmotion(head.classifiers, recognition.emotion);
      if (head.diarization?.users) await request.authorize('verify', config.authVerify);
      readKey(request);
      const callback = readCallback(request.query);
      if (callback) await callbacks.check(callback.url);
      refuse(await jobs.refusal(ownerOf(request), limits));
    },
    async handler(request, reply) {
      const callback = readCallback(request.query);
      const call = await readCall(request, config, 'current', reply.openBodyShare());
      logCaller(request, call.parameters.loggingTag);
      await activateLms(call, { config, grammars, models: LATER }, clientGone(reply.raw)).catch(unlessEnded);
      const owner = ownerOf(request);
      const hash = await callHash([ALL, callback], call);
      const id = await keyed.answer<string, string>(
        { request, reply, signal: clientGone(reply.raw) },
        {
          matches: (first) => first === hash,
          again: ({ body }) => body!,
          run: async (keep) => {
            const job = {
              owner,
              request: storeCall(call, request.headers, activeTrace()),
              audio: 'bytes' in call.audio ? call.audio.bytes : new Uint8Array(),
              ...(callback && { callback: Buffer.from(JSON.stringify(callback)) }),
            };
            const once = keep?.((body: string) => ({ request: hash, body }));
            const submitted = await jobs.submit(job, limits, once);
            if ('refused' in submitted) throw refusalOf(submitted.refused);
            return submitted.id;
          },
        },
      );
      return reply
        .code(202)
        .header('location', `${config.pathPrefix}${ALL}/${id}`)
        .send(await find(id, owner));
    },
  });

  const outcomeOf = async (id: string, owner: string): Promise<JobOutcome> => {
    const found = ID.test(id) ? await jobs.outcome(id, owner) : undefined;
    if (found) return found;
    throw notFound(id);
  };

  const find = async (id: string, owner: string) => {
    const info = ID.test(id) ? await jobs.find(id, owner) : undefined;
    // Only the reason of a failure is among what came of it.
    const found = info && info.state !== 'failed' ? { info, outcome: undefined } : await outcomeOf(id, owner);
    return jobAnswer(found, config.jobRetentionHours);
  };

  app.get(
    ALL,
    // Jobs that were made without credentials are known to those only who know their ids.
    { schema: listSchema, config: { ...access, access: 'required', formats: JSON_ONLY } },
    async (request) => {
      const { limit = PAGE, after } = request.query;
      // One more than is shown tells whether there is a next page.
      const page = { limit: limit + 1, ...(after !== undefined && { after: readCursor(after) }) };
      const found = await jobs.list(ownerOf(request), page);
      const shown = found.slice(0, limit);
      return {
        jobs: shown.map((job) => jobAnswer(job, config.jobRetentionHours)),
        ...(found.length > limit && { next: writeCursor(shown.at(-1)!.info) }),
      };
    },
  );

  app.get(ONE, { schema: showSchema, config: { ...access, formats: JSON_ONLY } }, (request) =>
    find(request.params.id, ownerOf(request)),
  );

  app.get(
    `${ONE}/result`,
    { schema: resultSchema, config: { ...access, formats: jsonOrXml(recognitionXml) } },
    async (request, reply) => {
      const { info, outcome } = await outcomeOf(request.params.id, ownerOf(request));
      if (info.state !== 'done' || outcome === undefined) throw notDone({ info, outcome });
      if (info.transactionId !== undefined) reply.header(TRANSACTION_HEADER, info.transactionId);
      return readResults(outcome);
    },
  );

  app.delete(
    ONE,
    { schema: removeSchema, config: { ...access, formats: JSON_ONLY } },
    async (request, reply) => {
      const { id } = request.params;
      if (!ID.test(id) || !(await jobs.remove(id, ownerOf(request)))) throw notFound(id);
      return reply.code(204).send();
    },
  );
};

/** A grammar that takes too long now may be quicker later, and is a result of the job otherwise. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof RecognitionEnded)) throw error;
}

type Refused = 'in-all' | 'per-owner';

function refuse(refused: Refused | undefined): void {
  if (refused !== undefined) throw refusalOf(refused);
}

function refusalOf(refused: Refused): ServiceError {
  const reason = {
    'in-all': 'too many jobs are already waiting',
    'per-owner': 'too many jobs of these credentials are already waiting',
  }[refused];
  return new ServiceError('ERR_BUSY', `${reason}; try again later`, { retryAfterSeconds: RETRY_SECONDS });
}

function notFound(id: string): ServiceError {
  return new ServiceError('ERR_JOB_NOT_FOUND', `there is no job ${quote(id)} of these credentials`);
}

function notDone({ info: { id, state }, outcome }: JobOutcome): ServiceError {
  const { code, message } = state === 'failed' ? readFailure(outcome) : { code: '', message: '' };
  const what =
    state === 'failed'
      ? `failed: ${message} (${code})`
      : state === 'canceled'
        ? 'was canceled'
        : `is ${state}; ask for its state until it is done`;
  return new ServiceError('ERR_JOB_NOT_DONE', `the job ${quote(id)} ${what}`);
}
