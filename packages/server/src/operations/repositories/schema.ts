import { Type } from 'typebox';
import { descriptionField, knownRepositoryField, repositoryField } from '../../biometrics/names.ts';
import { CLOSED } from '../../http/plugins/validation.ts';
import { errorAnswers, jsonContent } from '../../http/schemas.ts';
import { bodyErrors, described, managementErrors } from '../administration/schemas.ts';
import { credentials } from '../voice-form/schemas.ts';

const repository = Type.Object({ repository_uri: Type.String(), ...described }, { title: 'Repository' });
const list = Type.Object({ repositories: Type.Array(repository) }, { title: 'RepositoryList' });
const example = {
  repository_uri: 'https://voices.example/branch-1',
  description: 'customers of the first branch',
  created_at: '2026-11-15T09:00:00.000Z',
  users: 250,
};

const common = { tags: ['Repositories'], security: credentials };
const params = Type.Object(
  { repository_uri: Type.With(knownRepositoryField, { description: 'Percent-encoded' }) },
  CLOSED,
);
const querystring = Type.Object({}, CLOSED);
const content = jsonContent(repository, example);
const errorsOfOne = [...managementErrors, 'ERR_REPOSITORY_NOT_FOUND'] as const;

export const listRepositoriesSchema = {
  ...common,
  operationId: 'listRepositories',
  summary: 'The repositories',
  querystring,
  response: {
    200: {
      description: 'In the order of their identifiers',
      content: jsonContent(list, { repositories: [example] }),
    },
    ...errorAnswers(...managementErrors),
  },
};

export const newRepository = Type.Object(
  { repository_uri: repositoryField, description: Type.Optional(descriptionField) },
  { title: 'NewRepository', additionalProperties: false },
);

export const createRepositorySchema = {
  ...common,
  operationId: 'createRepository',
  summary: 'Create a repository with a default scenario',
  body: {
    content: {
      'application/json': {
        schema: newRepository,
        example: { repository_uri: 'https://voices.example/branch-1' },
      },
    },
  },
  response: {
    201: { description: 'Made', content },
    // Not found when somebody deletes it at once.
    ...errorAnswers(...errorsOfOne, ...bodyErrors, 'ERR_ALREADY_EXISTS'),
  },
};

export const showRepositorySchema = {
  ...common,
  operationId: 'showRepository',
  summary: 'One repository',
  params,
  querystring,
  response: { 200: { description: 'The repository', content }, ...errorAnswers(...errorsOfOne) },
};

export const deleteRepositorySchema = {
  ...common,
  operationId: 'deleteRepository',
  summary: 'Permanently delete a repository and every voice in it',
  params,
  querystring,
  response: { 204: { description: 'Gone' }, ...errorAnswers(...errorsOfOne, 'ERR_NOT_DELETABLE') },
};
