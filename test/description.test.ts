import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Media,
  type OpenApi,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
} from './support/contract/document.ts';
import { validator } from './support/contract/validate.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let document: OpenApi;
let operations: { name: string; operation: Operation }[];

beforeAll(async () => {
  server = await startServer({ LOCUTOR_PATH_PREFIX: '/speech/v1' });
  document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi;
  operations = operationsOf(document);
});
afterAll(() => server.stop());

const operationAt = (path: string) => Object.values(document.paths[path]!)[0]!;
const XML = ['application/xml', 'text/xml'];

describe('the served description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const outcome = await new Validator().validate(structuredClone(document) as never);
    expect(outcome).toEqual({ valid: true });
  });

  it('has the prefix in servers and not in paths', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['/speech/v1']);
    expect(Object.keys(document.paths)).toContain('/asr/rest/v3/recognize');
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/speech/'))).toEqual([]);
  });

  it('names, sums up and groups every operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { name, operation } of operations) {
      expect([name, operation]).toEqual([
        name,
        expect.objectContaining({ operationId: expect.stringMatching(/^\w+$/), summary: expect.any(String) }),
      ]);
      expect(operation.tags).toHaveLength(1);
      expect(tags).toContain(operation.tags![0]);
    }
  });

  it('lists what can go wrong with any request, with the shape of errors', () => {
    for (const { name, operation } of operations) {
      for (const status of ['400', '408', '431', '500']) {
        const schema = operation.responses[status]?.content?.['application/json']?.schema;
        const shape = name.includes(' /v1/') ? 'OpenAiError' : 'ErrorResponse';
        expect([name, status, schema?.$ref]).toEqual([name, status, `#/components/schemas/${shape}`]);
      }
      if (operation.responses[401]) {
        // An access token is for whoever signs in: there is no scope to lack.
        const also = name === 'POST /auth/token' ? ['429', '503'] : ['403', '429', '503'];
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(also));
      }
    }
  });

  it('has schemas with names, each described once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'RecognitionResult',
        'Alternative',
        'Word',
        'InterpretationResult',
        'ErrorResponse',
        'EncoderInfo',
        'VerificationRequest',
        'VerificationResponse',
        'Result',
        'Utterance',
      ]),
    );
    for (const { name, operation } of operations) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const [type, { schema }] of Object.entries(content)) {
          if (schema.type === 'string') continue;
          expect([name, status, type, schema.$ref]).toEqual([
            name,
            status,
            type,
            expect.stringMatching(/^#\/components\/schemas\/\w+$/),
          ]);
        }
      }
    }
  });

  it.each([
    ['/asr/rest/v3/recognize', 'ArrayList'],
    ['/asr-server/rest/recognize', 'ArrayList'],
    ['/asr/rest/v3/interpret', 'recognition_result'],
    ['/asr-server/rest/interpret', 'recognition_result'],
    ['/rest/v2/encoders', 'EncoderInfos'],
    ['/tts/rest/v2/encoders', 'EncoderInfos'],
  ])('%s has XML of both types: its answer under %s, its errors under ErrorResponse', (path, root) => {
    const { responses } = operationAt(path);
    const rootOf = (status: number, type: string) =>
      resolved(document, responses[status]!.content![type]!.schema).xml?.name;
    for (const type of XML) {
      expect(rootOf(200, type)).toBe(root);
      expect(rootOf(401, type)).toBe('ErrorResponse');
    }
    // What Accept says is answered in JSON; so is ENCODERS' own failure.
    for (const status of [406, ...(root === 'EncoderInfos' ? [500] : [])]) {
      expect(Object.keys(responses[status]!.content!)).toEqual(['application/json']);
    }
  });

  it('names and wraps every list of an XML answer as the interface does', () => {
    const { Alternative, RecognitionResult, RecognitionResults, EncoderInfos } = document.components
      .schemas as Record<string, Schema>;
    const listed = (schema: Schema | undefined) => [
      schema?.xml?.wrapped,
      resolved(document, schema?.items ?? {}).xml?.name,
    ];
    expect(listed(RecognitionResults)).toEqual([true, 'item']);
    expect(listed(EncoderInfos)).toEqual([true, 'item']);
    expect(listed(RecognitionResult?.properties?.alternatives)).toEqual([true, 'alternative']);
    expect(listed(Alternative?.properties?.interpretations)).toEqual([true, 'interpretation']);
    expect(listed(Alternative?.properties?.interpretation_scores)).toEqual([true, 'interpretation_score']);
    expect(listed(Alternative?.properties?.words)).toEqual([true, 'word']);
  });

  it.each([
    '/asr/rest/v3/recognize',
    '/asr-server/rest/recognize',
    '/asr/rest/v3/interpret',
    '/asr-server/rest/interpret',
  ])('leaves lm of %s to forms that bring their grammar', async (path) => {
    const lm = operationAt(path).parameters!.find(({ name }) => name === 'lm')!;
    expect([lm.in, lm.required, lm.description]).toEqual([
      'query',
      false,
      expect.stringContaining('ERR_LM_REQUIRED'),
    ]);
    expect(operationAt(path).requestBody!.content['multipart/form-data']!.schema.properties).toHaveProperty(
      'lm',
    );
    const answer = await fetch(server.url + path, { method: 'POST', body: Buffer.from('yes') });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'ERR_LM_REQUIRED' }]);
  });

  it('shows examples that its own schemas accept', () => {
    const validate = validator(document);
    let count = 0;
    const check = (where: string, value: unknown, schema: Schema) => {
      count++;
      expect([where, validate(value, schema)]).toEqual([where, undefined]);
    };
    // An example of XML has the shape of the schema too, and the schema says how it is written.
    const checkMedia = (where: string, { schema, example }: Media) => {
      if (example !== undefined) check(where, example, schema);
    };
    for (const { name, operation } of operations) {
      for (const each of operation.parameters ?? []) {
        if (each.example !== undefined) check(`${name} ${each.name}`, each.example, each.schema);
      }
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
        checkMedia(`${name} ${type}`, media);
      }
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const media of Object.values(content)) checkMedia(`${name} ${status}`, media);
      }
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const example of (schema.examples as unknown[] | undefined) ?? []) check(name, example, schema);
    }
    expect(count).toBeGreaterThan(20);
  });
});
