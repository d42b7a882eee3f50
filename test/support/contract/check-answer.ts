import { type Answer, type OpenApi, type Operation, resolved, type Schema } from './document.ts';
import { readXml } from './read-xml.ts';
import { type Validate, validator } from './validate.ts';

/** One answer as it was received. */
export interface Exchange {
  /** Undefined where what was sent is not a request. */
  readonly request?: { readonly method: string; readonly target: string };
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Beside the interface: the description itself, and pages for people. */
const NOT_DESCRIBED = /^\/(|openapi\.json|(reference|console|docs)(\/.*)?)$/;
/** Headers that clients act on: where one comes, the description has to say so. */
const MEANINGFUL = ['www-authenticate', 'retry-after', 'allow', 'x-transaction-id', 'location'];
const ERROR: Schema = { $ref: '#/components/schemas/ErrorResponse' };
const OPENAI_ERROR: Schema = { $ref: '#/components/schemas/OpenAiError' };

/** Compares answers with what a server says about itself. */
export class AnswerCheck {
  readonly #document: OpenApi;
  readonly #validate: Validate;

  constructor(document: OpenApi) {
    this.#document = document;
    this.#validate = validator(document);
  }

  /** Everything in which an answer is not as described. */
  violations(exchange: Exchange): string[] {
    const { request, status } = exchange;
    const found = exchange.headers.has('x-request-id') ? [] : ['there is no X-Request-Id'];
    const path = request && this.#pathOf(request.target);
    if (path !== undefined && NOT_DESCRIBED.test(path)) return found;
    const methods = path === undefined ? undefined : this.#methodsAt(path);
    if (!request || !methods) {
      // Nothing is served there, or it never became a request.
      const expected = request && status !== 400 ? [404] : [400, 405, 408, 431];
      return [...found, ...this.#error(exchange, expected, status === 405 ? ['allow'] : [])];
    }
    const operation = methods[request.method === 'HEAD' ? 'get' : request.method.toLowerCase()];
    if (operation) return [...found, ...this.#described(exchange, operation)];
    if (status === 400) return [...found, ...this.#error(exchange, [400], [])];
    return [...found, ...this.#otherMethod(exchange, request.method, methods)];
  }

  /** Without the prefix; undefined for what is not below it. */
  #pathOf(target: string): string | undefined {
    const prefix = this.#document.servers[0]!.url.replace(/\/$/, '');
    const [path = ''] = target.split('?', 1);
    if (!path.startsWith(`${prefix}/`)) return undefined;
    return path.slice(prefix.length).replace(/(?<=.)\/$/, '');
  }

  #methodsAt(path: string): Readonly<Record<string, Operation>> | undefined {
    const sent = path.split('/');
    const fits = (template: string) => {
      const steps = template.split('/');
      return (
        steps.length === sent.length &&
        steps.every((step, at) => (step.startsWith('{') ? sent[at] !== '' : step === sent[at]))
      );
    };
    const template = Object.keys(this.#document.paths).find(fits);
    return template === undefined ? undefined : this.#document.paths[template];
  }

  #described(exchange: Exchange, operation: Operation): string[] {
    const answer = operation.responses[exchange.status];
    if (!answer) return [`the status ${exchange.status} is not described`];
    return [...this.#headers(exchange, answer), ...this.#body(exchange, answer)];
  }

  #headers({ headers }: Exchange, answer: Answer): string[] {
    const wrong: string[] = [];
    const described = new Set<string>();
    for (const [name, reference] of Object.entries(answer.headers ?? {})) {
      described.add(name.toLowerCase());
      const { required, schema = {} } = resolved(this.#document, reference);
      const sent = headers.get(name.toLowerCase());
      if (sent === undefined) {
        if (required) wrong.push(`there is no ${name}`);
        continue;
      }
      const value = schema.type === 'integer' && /^\d+$/.test(sent) ? Number(sent) : sent;
      const reason = this.#validate(value, schema);
      if (reason) wrong.push(`${name}: ${reason}`);
    }
    for (const name of MEANINGFUL) {
      if (headers.has(name) && !described.has(name)) wrong.push(`the header ${name} is not described`);
    }
    return wrong;
  }

  #body({ request, headers, body }: Exchange, { content }: Answer): string[] {
    if (!content) return body === '' ? [] : ['there is a body, and none is described'];
    const type = typeOf(headers);
    const media = content[type];
    if (!media) return [`the content type ${JSON.stringify(type)} is not described`];
    if (request?.method === 'HEAD') return body === '' ? [] : ['an answer to HEAD has a body'];
    return this.#value(type, body, media.schema);
  }

  #value(type: string, body: string, schema: Schema): string[] {
    try {
      const isXml = type.endsWith('/xml');
      const value = isXml
        ? readXml(body, schema, this.#document)
        : type === 'application/json'
          ? JSON.parse(body)
          : body;
      const reason = this.#validate(value, schema);
      return reason === undefined ? [] : [reason];
    } catch (error) {
      return [(error as Error).message];
    }
  }

  /** What OpenAPI cannot describe: answers to methods that a path does not have. */
  #otherMethod(exchange: Exchange, method: string, methods: Readonly<Record<string, Operation>>): string[] {
    const names = Object.keys(methods).map((name) => name.toUpperCase());
    const allowed = [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    const sent = exchange.headers.get('allow')?.split(', ').sort().join(', ');
    const wrong = sent === allowed ? [] : [`Allow is ${sent}; described are ${allowed}`];
    if (method !== 'OPTIONS') return [...wrong, ...this.#error(exchange, [405], ['allow'])];
    return exchange.status === 204 && exchange.body === ''
      ? wrong
      : [...wrong, 'OPTIONS is not answered with 204'];
  }

  #error(exchange: Exchange, expected: readonly number[], meaningful: readonly string[]) {
    const { request, status, headers, body } = exchange;
    const wrong = expected.includes(status)
      ? []
      : [`the status is ${status}, and no operation is described there`];
    for (const name of MEANINGFUL) {
      if (headers.has(name) !== meaningful.includes(name)) wrong.push(`the header ${name} is out of place`);
    }
    const type = typeOf(headers);
    if (!/^(application\/json|application\/xml|text\/xml)$/.test(type)) {
      return [...wrong, `the content type is ${JSON.stringify(type)}`];
    }
    const shape = request && this.#pathOf(request.target)?.startsWith('/v1/') ? OPENAI_ERROR : ERROR;
    return body === '' ? wrong : [...wrong, ...this.#value(type, body, shape)];
  }
}

function typeOf(headers: ReadonlyMap<string, string>): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]!.trim();
}
