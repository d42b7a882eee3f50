import { Type } from 'typebox';
import { CLOSED } from '../../http/plugins/validation.ts';
import { errorAnswers, jsonContent } from '../../http/schemas.ts';
import { managementErrors } from '../administration/schemas.ts';
import { credentials } from '../voice-form/schemas.ts';

const model = Type.Object(
  {
    name: Type.String(),
    role: Type.String({ description: 'What it is for' }),
    default: Type.Boolean({ description: 'Whether a plain start fetches it' }),
    size: Type.Integer({ description: 'Bytes of its files' }),
    ready: Type.Boolean({ description: 'Whether it is installed, here or on a worker' }),
    workers: Type.Optional(
      Type.Integer({ description: 'How many workers have it, where jobs run on the workers of a bus' }),
    ),
    licence: Type.Object({
      name: Type.String({ description: 'SPDX identifier' }),
      attribution: Type.String(),
      condition: Type.Optional(
        Type.String({ description: 'What must be accepted before it is installed (accept_licence)' }),
      ),
    }),
    download: Type.Optional(
      Type.Object(
        {
          state: Type.String({ enum: ['downloading', 'preparing', 'failed'] }),
          done: Type.Integer({ description: 'Bytes received' }),
          total: Type.Integer({ description: 'Bytes in all' }),
        },
        { title: 'ModelDownload', description: 'Only while it is fetched, and after a failure' },
      ),
    ),
  },
  { title: 'ServerModel' },
);

const list = Type.Object({ models: Type.Array(model) }, { title: 'ServerModels' });

const missing = {
  name: 'whisper-small',
  role: 'recognition-multilingual',
  default: false,
  size: 251_000_000,
  ready: false,
  licence: { name: 'MIT', attribution: 'Whisper by OpenAI' },
};
const example = { ...missing, download: { state: 'downloading', done: 41_943_040, total: 165_000_000 } };

const common = { tags: ['Operation'], security: credentials };

export const listModelsSchema = {
  ...common,
  operationId: 'listServerModels',
  summary: 'List the models, with their downloads',
  response: {
    200: { description: 'Every model of this version', content: jsonContent(list, { models: [example] }) },
    ...errorAnswers(...managementErrors),
  },
};

export const fetchModelSchema = {
  ...common,
  operationId: 'fetchServerModel',
  summary: 'Start to download a model',
  description: 'Answers at once; the list of models has the progress.',
  params: Type.Object({ model: Type.String({ description: 'Name of the model' }) }, CLOSED),
  querystring: Type.Object(
    {
      accept_licence: Type.Optional(
        Type.Boolean({ default: false, description: "Accepts the condition of the model's licence" }),
      ),
    },
    CLOSED,
  ),
  response: {
    200: { description: 'It is installed already', content: jsonContent(model, { ...missing, ready: true }) },
    202: { description: 'It is being downloaded', content: jsonContent(model, example) },
    ...errorAnswers(
      ...managementErrors,
      'ERR_MODEL_NOT_FOUND',
      'ERR_MODELS_FETCH_OFF',
      'ERR_LICENCE_NOT_ACCEPTED',
    ),
  },
};
