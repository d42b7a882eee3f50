import { Type } from 'typebox';
import {
  descriptionField,
  knownRepositoryField,
  repositoryField,
  scenarioField,
} from '../../biometrics/names.ts';
import { CLOSED } from '../../http/plugins/validation.ts';
import { errorAnswers, jsonContent } from '../../http/schemas.ts';
import { bodyErrors, described, managementErrors } from '../administration/schemas.ts';
import { credentials } from '../voice-form/schemas.ts';

const scenario = Type.Object({ scenario: Type.String(), ...described }, { title: 'Scenario' });
const list = Type.Object({ scenarios: Type.Array(scenario) }, { title: 'ScenarioList' });
const example = {
  scenario: 'digits',
  description: 'strings of digits',
  created_at: '2026-11-15T09:00:00.000Z',
  users: 12,
};

const common = { tags: ['Scenarios'], security: credentials };
const querystring = Type.Object({ repository_uri: Type.Optional(knownRepositoryField) }, CLOSED);
const params = Type.Object({ scenario: scenarioField }, CLOSED);
const content = jsonContent(scenario, example);
const errorsOfOne = [...managementErrors, 'ERR_REPOSITORY_NOT_FOUND', 'ERR_SCENARIO_NOT_FOUND'] as const;

export const listScenariosSchema = {
  ...common,
  operationId: 'listScenarios',
  summary: 'The scenarios of a repository',
  querystring,
  response: {
    200: {
      description: 'In the order of their names',
      content: jsonContent(list, { scenarios: [example] }),
    },
    ...errorAnswers(...managementErrors, 'ERR_REPOSITORY_NOT_FOUND'),
  },
};

export const newScenario = Type.Object(
  {
    scenario: scenarioField,
    description: Type.Optional(descriptionField),
    repository_uri: Type.Optional(repositoryField),
  },
  { title: 'NewScenario', additionalProperties: false },
);

export const createScenarioSchema = {
  ...common,
  operationId: 'createScenario',
  summary: 'Create a scenario',
  body: {
    content: {
      'application/json': {
        schema: newScenario,
        example: { scenario: 'digits', description: 'strings of digits' },
      },
    },
  },
  response: {
    201: { description: 'Made', content },
    // The second of the two when somebody deletes it at once.
    ...errorAnswers(...errorsOfOne, ...bodyErrors, 'ERR_ALREADY_EXISTS'),
  },
};

export const showScenarioSchema = {
  ...common,
  operationId: 'showScenario',
  summary: 'One scenario',
  params,
  querystring,
  response: { 200: { description: 'The scenario', content }, ...errorAnswers(...errorsOfOne) },
};

export const deleteScenarioSchema = {
  ...common,
  operationId: 'deleteScenario',
  summary: 'Permanently delete a scenario and every voice in it',
  params,
  querystring,
  response: { 204: { description: 'Gone' }, ...errorAnswers(...errorsOfOne, 'ERR_NOT_DELETABLE') },
};
