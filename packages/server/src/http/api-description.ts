import type { RouteOptions } from 'fastify';
import { nameSchemas } from './name-schemas.ts';
import { header, responseHeaders } from './response-headers.ts';

/** A route's schema as operations write it. */
interface OperationSchema {
  readonly hide?: boolean;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly querystring?: Fields;
  readonly params?: Fields;
  readonly headers?: Fields;
  readonly body?: object;
  readonly response: Readonly<Record<string, { readonly headers?: object }>>;
}

interface Fields {
  readonly properties: Readonly<Record<string, { description?: string; examples?: readonly unknown[] }>>;
  readonly required?: readonly string[];
}

const TAGS = {
  Recognition: 'Speech and text to meaning',
  Jobs: 'Recognition in the background, for long recordings',
  Synthesis: 'Text to speech: voices, encoders',
  Verification: 'Voices: enrolment and verification',
  Users: 'Enrolled users',
  Scenarios: 'Separate voiceprints for different ways of speaking',
  Repositories: 'Separate sets of voices',
  Credentials: 'Access tokens',
  OpenAI: 'Transcription and speech as OpenAI-compatible tools ask for them',
  Telephony: 'Recognition and speech as telephone platforms ask for them',
  Operation: 'For those who run the server',
};

/** The OpenAPI document, put together as routes are registered. */
export class ApiDescription {
  readonly #prefix: string;
  readonly #schemas: Record<string, object> = {};
  readonly #copies = new WeakMap<object, unknown>();
  readonly #paths: Record<string, Record<string, object>> = {};
  readonly document: object;

  constructor(version: string, prefix: string) {
    this.#prefix = prefix;
    this.document = {
      openapi: '3.1.0',
      info: {
        title: 'Locutor',
        version,
        description:
          'A self-hosted speech server: recognition, interpretation, synthesis, voice verification.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: prefix === '' ? '/' : prefix, description: 'This server' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths: this.#paths,
      components: {
        schemas: this.#schemas,
        headers: responseHeaders,
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          basic: { type: 'http', scheme: 'basic' },
        },
      },
    };
  }

  add({ url, method, schema }: Pick<RouteOptions, 'url' | 'method' | 'schema'>): void {
    const operation = schema as OperationSchema | undefined;
    if (!operation || operation.hide || method === 'HEAD') return;
    const path = url.slice(this.#prefix.length).replace(/:(\w+)/g, '{$1}');
    const described = nameSchemas(describe(operation), this.#schemas, this.#copies) as object;
    this.#paths[path] = { ...this.#paths[path], [String(method).toLowerCase()]: described };
  }
}

function describe({ querystring, params, headers, body, response, ...about }: OperationSchema): object {
  const parameters = [
    ...parametersIn('query', querystring),
    ...parametersIn('path', params),
    ...parametersIn('header', headers),
  ];
  return {
    ...about,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...body } }),
    responses: Object.fromEntries(
      Object.entries(response).map(([status, answer]) => [
        status,
        { ...answer, headers: { 'X-Request-Id': header('RequestId'), ...answer.headers } },
      ]),
    ),
  };
}

function parametersIn(place: string, fields: Fields | undefined): object[] {
  return Object.entries(fields?.properties ?? {}).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: place,
    required: fields?.required?.includes(name) ?? false,
    ...(description !== undefined && { description }),
    schema,
    ...(examples && { example: examples[0] }),
  }));
}
