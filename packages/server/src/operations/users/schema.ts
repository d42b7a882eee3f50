import { Type } from 'typebox';
import { knownPlaceMembers, knownUserIdField } from '../../biometrics/names.ts';
import { integer } from '../../fields/index.ts';
import { CLOSED } from '../../http/plugins/validation.ts';
import { errorAnswers, jsonContent } from '../../http/schemas.ts';
import { managementErrors, time } from '../administration/schemas.ts';
import { credentials } from '../voice-form/schemas.ts';

const user = Type.Object(
  {
    user_id: Type.String(),
    created_at: time,
    updated_at: time,
    model: Type.String({ description: 'Fingerprint of the model that made the voiceprint' }),
    utterances: Type.Integer({ description: 'Number of utterances in the voiceprint' }),
    speech_duration: Type.Integer({ description: 'Speech in the voiceprint, in ms' }),
    consent: Type.Optional(Type.String({ description: 'The note sent with the enrolment' })),
  },
  { title: 'User' },
);

const page = Type.Object(
  {
    users: Type.Array(user),
    next: Type.Optional(
      Type.String({ description: 'Value of `after` for the next page; absent on the last page' }),
    ),
  },
  { title: 'UserList' },
);

const example = {
  user_id: 'ana',
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
  model: 'a1b2c3d4',
  utterances: 3,
  speech_duration: 8120,
};

const common = { tags: ['Users'], security: credentials };
const errors = errorAnswers(...managementErrors, 'ERR_REPOSITORY_NOT_FOUND', 'ERR_SCENARIO_NOT_FOUND');
const errorsOfOne = errorAnswers(
  ...managementErrors,
  'ERR_REPOSITORY_NOT_FOUND',
  'ERR_SCENARIO_NOT_FOUND',
  'ERR_USER_NOT_FOUND',
);
const params = Type.Object(
  { user_id: Type.With(knownUserIdField, { description: 'Percent-encoded' }) },
  CLOSED,
);
const placeQuery = Type.Object(knownPlaceMembers, CLOSED);

export const PAGE = 100;
const LARGEST_PAGE = 1000;

export const listUsersSchema = {
  ...common,
  operationId: 'listUsers',
  summary: 'List enrolled users',
  querystring: Type.Object(
    {
      ...knownPlaceMembers,
      limit: Type.Optional(integer(1, LARGEST_PAGE, { default: PAGE })),
      after: Type.Optional(Type.With(knownUserIdField, { description: 'Start after this user' })),
    },
    CLOSED,
  ),
  response: {
    200: {
      description: 'In the order of their ids',
      content: jsonContent(page, { users: [example], next: 'ana' }),
    },
    ...errors,
  },
};

export const showUserSchema = {
  ...common,
  operationId: 'showUser',
  summary: 'One user',
  params,
  querystring: placeQuery,
  response: {
    200: { description: 'The user', content: jsonContent(user, example) },
    ...errorsOfOne,
  },
};

export const deleteUserSchema = {
  ...common,
  operationId: 'deleteUser',
  summary: 'Permanently delete a user and the voiceprint',
  params,
  querystring: placeQuery,
  response: { 204: { description: 'Gone' }, ...errorsOfOne },
};
