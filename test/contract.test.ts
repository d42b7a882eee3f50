import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerCheck, type Exchange } from './support/contract/check-answer.ts';
import type { OpenApi } from './support/contract/document.ts';
import { checkedAnswers, takeViolations, watchAnswers } from './support/contract/watch.ts';
import { type SharedServer, sharedServer } from './support/shared-server.ts';

let server: SharedServer;
let served: OpenApi;
beforeAll(async () => {
  server = await sharedServer();
  served = await watchAnswers(server.url);
});

/** The served description with one thing changed in it. */
function changed(change: (document: Editable) => void): AnswerCheck {
  const document = structuredClone(served) as unknown as Editable;
  change(document);
  return new AnswerCheck(document as unknown as OpenApi);
}

// biome-ignore lint/suspicious/noExplicitAny: any place of a document may be changed.
type Editable = any;

async function exchangeOf(path: string, init?: RequestInit): Promise<Exchange> {
  await (await fetch(server.url + path, init)).text();
  return checkedAnswers().at(-1)!;
}

const ENCODERS = '/rest/v2/encoders';
const XML = { headers: { accept: 'application/xml' } };
const WRONG = { headers: { authorization: 'Bearer wrong' } };

describe('the check of answers', () => {
  it('finds nothing wrong with what the server answers', async () => {
    const check = new AnswerCheck(served);
    for (const init of [{}, XML, WRONG, { method: 'DELETE' }, { method: 'HEAD' }, { method: 'OPTIONS' }]) {
      const exchange = await exchangeOf(ENCODERS, init);
      expect(exchange.request?.target).toBe(ENCODERS);
      expect(check.violations(exchange)).toEqual([]);
    }
    expect(check.violations(await exchangeOf('/nowhere'))).toEqual([]);
  });

  it.each<[string, string, RequestInit, (document: Editable) => void, RegExp]>([
    [
      'a member that is not described',
      ENCODERS,
      {},
      ({ components }) => {
        const { EncoderInfo } = components.schemas;
        delete EncoderInfo.properties.codec;
        EncoderInfo.required = ['name'];
      },
      /additional properties.*codec/,
    ],
    [
      'a member of another type',
      ENCODERS,
      {},
      ({ components }) => {
        components.schemas.EncoderInfo.properties.sampleRate = { type: 'integer' };
      },
      /sampleRate must be integer/,
    ],
    [
      'a missing member',
      ENCODERS,
      {},
      ({ components }) => {
        components.schemas.EncoderInfo.properties.bitrate = { type: 'integer' };
        components.schemas.EncoderInfo.required.push('bitrate');
      },
      /required property 'bitrate'/,
    ],
    [
      'another root in XML',
      ENCODERS,
      XML,
      ({ components }) => {
        components.schemas.EncoderInfos.xml.name = 'ArrayList';
      },
      /the root is <EncoderInfos>/,
    ],
    [
      'another name of list items in XML',
      ENCODERS,
      XML,
      ({ components }) => {
        components.schemas.EncoderInfo.xml.name = 'encoder';
      },
      /an element <item> and not <encoder>/,
    ],
    [
      'a list that is not wrapped in XML',
      ENCODERS,
      XML,
      ({ components }) => {
        components.schemas.EncoderInfos.xml.wrapped = false;
      },
      /not described as wrapped/,
    ],
    [
      'an element that is not described',
      ENCODERS,
      XML,
      ({ components }) => {
        delete components.schemas.EncoderInfo.properties.channels;
      },
      /an element <channels> that is not described/,
    ],
    [
      'a type that is not described',
      ENCODERS,
      XML,
      ({ paths }) => {
        delete paths[ENCODERS].get.responses[200].content['application/xml'];
      },
      /content type "application\/xml" is not described/,
    ],
    [
      'a status that is not described',
      ENCODERS,
      WRONG,
      ({ paths }) => {
        delete paths[ENCODERS].get.responses[401];
      },
      /status 401 is not described/,
    ],
    [
      'an error code of another status',
      ENCODERS,
      WRONG,
      ({ paths }) => {
        const { schema } = paths[ENCODERS].get.responses[401].content['application/json'];
        schema.properties.code.enum = ['ERR_FORBIDDEN'];
      },
      /code must be equal to one of the allowed values/,
    ],
    [
      'a header that is not described',
      ENCODERS,
      WRONG,
      ({ paths }) => {
        delete paths[ENCODERS].get.responses[401].headers['WWW-Authenticate'];
      },
      /header www-authenticate is not described/,
    ],
    [
      'a missing header',
      ENCODERS,
      {},
      ({ paths }) => {
        paths[ENCODERS].get.responses[200].headers['Retry-After'] = {
          $ref: '#/components/headers/RetryAfter',
        };
      },
      /there is no Retry-After/,
    ],
    [
      'a header of another form',
      ENCODERS,
      WRONG,
      ({ components }) => {
        components.headers.Challenge.schema.pattern = '^Digest';
      },
      /WWW-Authenticate: .*must match pattern/,
    ],
    [
      'a path that is not described',
      '/health/live',
      {},
      ({ paths }) => {
        delete paths['/health/live'];
      },
      /the status is 200, and no operation is described there/,
    ],
    [
      'a method that is not described',
      ENCODERS,
      { method: 'DELETE' },
      ({ paths }) => {
        paths[ENCODERS].delete = paths[ENCODERS].get;
      },
      /status 405 is not described/,
    ],
    [
      'methods other than those of Allow',
      ENCODERS,
      { method: 'DELETE' },
      ({ paths }) => {
        paths[ENCODERS].post = paths[ENCODERS].get;
      },
      /Allow is GET, HEAD, OPTIONS; described are GET, HEAD, OPTIONS, POST/,
    ],
    [
      'a server with another prefix',
      ENCODERS,
      {},
      ({ servers }) => {
        servers[0].url = '/speech';
      },
      /no operation is described there/,
    ],
  ])('finds %s', async (_what, path, init, change, expected) => {
    const exchange = await exchangeOf(path, init);
    expect(changed(change).violations(exchange).join('\n')).toMatch(expected);
  });
});

describe('the watch over a test', () => {
  let other: Server;
  let url: string;
  beforeAll(async () => {
    // Serves the real description, and answers that are not as it says.
    other = createServer((request, response) => {
      response.setHeader('content-type', 'application/json').setHeader('x-request-id', 'x');
      const described = request.url === '/openapi.json';
      response.end(described ? JSON.stringify(served) : '{"status":"live","since":1}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    await watchAnswers(url);
  });
  afterAll(() => other.close());

  const wrong =
    /^GET \/health\/live was answered with 200: .*"additionalProperty":"since".*\n\{"status":"live","since":1\}$/;

  it('sees what fetch receives', async () => {
    await (await fetch(`${url}/health/live`)).text();
    expect(takeViolations()).toEqual([expect.stringMatching(wrong)]);
  });

  it('sees what a plain connection receives, one answer after another', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\nGET /health/live HTTP/1.1\r\nhost: x\r\n');
    socket.write('connection: close\r\n\r\n');
    await text(socket);
    expect(takeViolations()).toEqual([expect.stringMatching(wrong), expect.stringMatching(wrong)]);
  });

  it('sees what is no request at all refused', async () => {
    const before = checkedAnswers().length;
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write('\u0000\u0001 nothing\r\n\r\n');
    await text(socket);
    const [{ request, status }] = checkedAnswers().slice(before) as [Exchange];
    expect([request, status]).toEqual([undefined, 400]);
  });
});
