import { Type } from 'typebox';
import { integer, text } from '../../fields/index.ts';
import { CLOSED } from '../../http/plugins/validation.ts';
import { header } from '../../http/response-headers.ts';
import { errorAnswers, jsonContent, jsonOrXmlContent, xmlErrorAnswers } from '../../http/schemas.ts';
import { time } from '../administration/schemas.ts';
import { replayedHeader } from '../idempotency/schema.ts';
import { recognizeAnswer, recognizeErrors, recognizeSchema } from '../recognize/schema.ts';
import { CURSOR } from './page-cursor.ts';
import { callbackQuery } from './webhook/callback.ts';

const job = Type.Object(
  {
    id: Type.String(),
    state: Type.String({
      enum: ['waiting', 'running', 'done', 'failed', 'canceled'],
      description: 'done, failed and canceled are final',
    }),
    progress: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Percent of the audio that is recognised',
    }),
    created_at: time,
    started_at: Type.Optional(time),
    finished_at: Type.Optional(time),
    expires_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the job and its result are removed' }),
    ),
    audio_seconds: Type.Optional(Type.Number({ description: 'Length of the audio; of a finished job' })),
    transaction_id: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]*$',
        description: 'Id of the billing record; only if it was billed',
      }),
    ),
    webhook: Type.Optional(
      Type.Object(
        {
          state: Type.String({
            enum: ['waiting', 'pending', 'delivered', 'failed'],
            description:
              'waiting: for the end of the job; pending: it is sent or tried again; failed: it was given up',
          }),
          attempts: Type.Integer({ minimum: 0 }),
        },
        { description: 'Only with callback_url' },
      ),
    ),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: 'Why it failed: the error that RECOGNIZE would have answered with' },
      ),
    ),
  },
  { title: 'Job' },
);

const example = {
  id: '0b6c6f4e-2f5f-4c53-9f2c-0d1f0a3f2b11',
  state: 'running',
  progress: 42,
  created_at: '2026-11-17T22:00:00.000Z',
  started_at: '2026-11-17T22:00:01.000Z',
};

const params = Type.Object({ id: Type.String({ description: 'Of the job' }) }, CLOSED);
const common = { tags: ['Jobs'], security: [{}, { bearer: [] }, { basic: [] }] };
const ofOne = [
  'ERR_INVALID_PARAMETER',
  'ERR_UNAUTHORIZED',
  'ERR_FORBIDDEN',
  'ERR_JOB_NOT_FOUND',
  'ERR_NOT_ACCEPTABLE',
  'ERR_STORE_UNAVAILABLE',
] as const;

const recognize = recognizeSchema('current');

export const submitSchema = {
  ...recognize,
  ...common,
  operationId: 'submitJob',
  summary: 'Recognise speech in the background',
  description: `As RECOGNIZE, but the answer comes at once and the result later. ${recognize.description}`,
  querystring: Type.Object({ ...recognize.querystring.properties, ...callbackQuery }),
  response: {
    202: {
      description: 'The job is on disk and will be done',
      headers: { Location: header('JobLocation'), ...replayedHeader },
      content: jsonContent(job, { ...example, state: 'waiting', progress: 0 }),
    },
    ...errorAnswers(
      ...recognizeErrors('current'),
      'ERR_NOT_SUPPORTED',
      'ERR_CALLBACK_FORBIDDEN',
      'ERR_STORE_UNAVAILABLE',
    ),
  },
};

export const PAGE = 100;
const LARGEST_PAGE = 1000;

const page = Type.Object(
  {
    jobs: Type.Array(job),
    next: Type.Optional(
      Type.String({ description: 'Value of `after` for the next page; absent on the last page' }),
    ),
  },
  { title: 'JobList' },
);

export const listSchema = {
  ...common,
  security: [{ bearer: [] }, { basic: [] }],
  operationId: 'listJobs',
  summary: 'List the jobs of these credentials',
  querystring: Type.Object(
    {
      limit: Type.Optional(integer(1, LARGEST_PAGE, { default: PAGE })),
      after: Type.Optional(
        Type.With(text(CURSOR, 'the value of next of an earlier page'), {
          description: 'Start after this job: the value of `next` of an earlier page',
        }),
      ),
    },
    CLOSED,
  ),
  response: {
    200: { description: 'The newest first', content: jsonContent(page, { jobs: [example] }) },
    ...errorAnswers(
      'ERR_INVALID_PARAMETER',
      'ERR_UNAUTHORIZED',
      'ERR_FORBIDDEN',
      'ERR_NOT_ACCEPTABLE',
      'ERR_STORE_UNAVAILABLE',
      'ERR_INTERNAL',
    ),
  },
};

export const showSchema = {
  ...common,
  operationId: 'showJob',
  summary: 'The state of a job',
  params,
  response: {
    200: { description: 'The job', content: jsonContent(job, example) },
    ...errorAnswers(...ofOne),
  },
};

export const resultSchema = {
  ...common,
  operationId: 'jobResult',
  summary: 'The result of a job that is done',
  params,
  response: {
    200: {
      description: 'As RECOGNIZE answers',
      headers: { 'X-Transaction-Id': header('TransactionId') },
      content: jsonOrXmlContent(...recognizeAnswer),
    },
    ...xmlErrorAnswers(...ofOne, 'ERR_JOB_NOT_DONE'),
  },
};

export const removeSchema = {
  ...common,
  operationId: 'removeJob',
  summary: 'Cancel a job, or remove a finished one',
  description:
    'Recording and result are gone at once. A job that was not finished is left as canceled until it expires or is removed again.',
  params,
  response: { 204: { description: 'Done' }, ...errorAnswers(...ofOne) },
};
