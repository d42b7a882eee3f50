import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNatsServer, startNats } from '../packages/engine/test/nats-server.ts';
import { AsrClient } from './support/asr-client.ts';
import { reached, submitted } from './support/jobs.ts';
import { OtlpReceiver, type ReceivedSpan } from './support/otlp-receiver.ts';
import { childrenOf, newFolder, startServer, type TestServer } from './support/server.ts';
import { fixture, samplesOf, silence, wav } from './support/speech.ts';
import { enroll, verify } from './support/verify.ts';
import { startWorker } from './support/worker.ts';

/** Nanoseconds. */
const ROUNDING = 1_000_000n;
/** Spans leave in batches; this often instead of every five seconds. */
const SOON = { OTEL_BSP_SCHEDULE_DELAY: '100' };

/** A trace of a client's own. */
function clientTrace() {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

function recognize(server: TestServer, headers: Record<string, string>, lm = 'builtin:grammar/digits') {
  return fetch(`${server.url}/asr/rest/v3/recognize?lm=${lm}`, {
    method: 'POST',
    body: fixture('digits.flac'),
    headers: { 'content-type': 'audio/flac', ...headers },
  });
}

/** Names on the way from a span to the one that the client sent. */
function path(span: ReceivedSpan, all: readonly ReceivedSpan[]): string[] {
  const parent = all.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [...path(parent, all), span.name] : [span.name];
}

describe('traces', () => {
  let receiver: OtlpReceiver;
  let server: TestServer;
  beforeAll(async () => {
    receiver = await OtlpReceiver.start();
    server = await startServer({ ...SOON, LOCUTOR_TRACE_ENDPOINT: receiver.url });
  });
  afterAll(async () => {
    await server.stop();
    receiver.stop();
  });

  /** The spans of a trace, once its request is among them: it ends last. */
  async function spansOf(traceId: string): Promise<ReceivedSpan[]> {
    await expect.poll(() => receiver.trace(traceId).some(({ kind }) => kind === 2)).toBe(true);
    return receiver.trace(traceId);
  }

  it('has RECOGNIZE in the trace of its client, down to the steps of the engine process', async () => {
    const { traceId, spanId, headers } = clientTrace();
    const answer = await recognize(server, { ...headers, 'x-request-id': 'traced-1' });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('one two three four'),
    ]);
    const spans = await spansOf(traceId);
    const paths = spans.map((span) => path(span, spans).join(' > '));
    const request = 'POST /asr/rest/v3/recognize';
    const engine = `${request} > job find-segments > find-segments`;
    expect(paths).toEqual(
      expect.arrayContaining([
        request,
        `${request} > authenticate`,
        `${request} > load grammar`,
        `${request} > compile grammar`,
        `${request} > job find-segments > queue`,
        `${engine} > listen > decode`,
        `${engine} > recognize > encode`,
        `${engine} > recognize > search`,
        `${engine} > recognize > search grammar`,
        `${engine} > recognize > align`,
      ]),
    );
    const top = spans.find(({ name }) => name === request)!;
    expect(top.parentSpanId).toBe(spanId);
    expect(top.attributes).toMatchObject({
      'http.response.status_code': 200,
      'locutor.request_id': 'traced-1',
      'locutor.operation': 'recognize',
    });
    const inEngine = spans.find(({ name }) => name === 'find-segments')!;
    expect(childrenOf(server)).toContain(Number(inEngine.attributes['process.pid']));
    // Ids and times may contain any figures.
    const said = spans.map(({ name, attributes }) => ({ name, attributes }));
    expect(JSON.stringify(said)).not.toMatch(/three|"1234"/);
  });

  it('has every step within the one around it', async () => {
    const { traceId, headers } = clientTrace();
    await (await recognize(server, headers, 'builtin:slm/general')).text();
    const spans = await spansOf(traceId);
    for (const span of spans) {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
      if (!parent) continue;
      // Times are rounded: both ends of a span once, and once more on their way from the engine process.
      const [inner, outer] = [span, parent].map(({ startTimeUnixNano, endTimeUnixNano }) => ({
        start: BigInt(startTimeUnixNano),
        end: BigInt(endTimeUnixNano),
      }));
      const within = inner!.start >= outer!.start - ROUNDING && inner!.end <= outer!.end + ROUNDING;
      expect([span.name, within]).toEqual([span.name, true]);
    }
  });

  it('has VERIFY with its queries and its transaction, and no name of a user', async () => {
    const user = 'somebody-secret';
    const utterances = ['sentence.flac', 'date.opus', 'pizza.opus'].map(fixture);
    await enroll(server, { user_id: user }, utterances);
    const { traceId, headers } = clientTrace();
    const { status, body } = await verify(server, { user_ids: [user] }, [fixture('sentence.mp3')], {
      headers,
    });
    expect(status).toBe(200);
    const spans = await spansOf(traceId);
    const names = spans.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['POST /rest/v3/verify', 'authenticate', 'job embed-speaker', 'queue', 'embed-speaker'],
        ...['decode', 'embed voice', 'score spoofing'],
      ]),
    );
    expect(names.filter((name) => /^(select|insert) /.test(name)).length).toBeGreaterThan(1);
    const top = spans.find(({ name }) => name === 'POST /rest/v3/verify')!;
    expect(top.attributes['locutor.transaction_id']).toBe(body.transaction_id);
    const sent = JSON.stringify(receiver.spans);
    for (const secret of [user, server.token]) expect(sent).not.toContain(secret);
  });

  it('starts a trace where the client has none, or sends nonsense, and none for health checks', async () => {
    const before = receiver.spans.length;
    await fetch(`${server.url}/health/ready`);
    const answer = await fetch(`${server.url}/rest/v2/encoders`, {
      headers: { traceparent: 'x'.repeat(3000) },
    });
    expect(answer.status).toBe(200);
    const added = () => receiver.spans.slice(before).filter(({ kind }) => kind === 2);
    await expect.poll(() => added().length).toBe(1);
    expect(added()[0]).toMatchObject({
      name: 'GET /rest/v2/encoders',
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('marks what fails, and leaves out what the client does not want sampled', async () => {
    const { traceId, headers } = clientTrace();
    await recognize(server, { traceparent: headers.traceparent.replace(/01$/, '00') });
    const failing = clientTrace();
    const answer = await fetch(`${server.url}/asr/rest/v3/recognize?lm=builtin:slm/general`, {
      method: 'POST',
      body: 'no audio at all',
      headers: { 'content-type': 'audio/wav', ...failing.headers },
    });
    expect(answer.status).toBe(400);
    const spans = await spansOf(failing.traceId);
    expect(spans.find(({ name }) => name === 'decode')?.status.code).toBe(2);
    expect(receiver.trace(traceId)).toEqual([]);
  });

  it('has live speech in the trace of the request that opened its session', async () => {
    const { traceId, headers } = clientTrace();
    const client = await AsrClient.connect(server, { headers });
    await client.ask('CREATE_SESSION');
    await client.start('builtin:slm/general');
    const results = client.results();
    await client.audio(wav(await samplesOf('digits.flac')));
    expect((await results)[0]!.result_status).toBe('RECOGNIZED');
    // The span of the request lasts as long as the connection.
    client.socket.close();
    const spans = await spansOf(traceId);
    const paths = spans.map((span) => path(span, spans).join(' > '));
    expect(paths).toContain(
      'GET /asr-server/asr > live recognition > job recognize-segment > recognize-segment > encode',
    );
    const recognition = spans.find(({ name }) => name === 'live recognition');
    expect(recognition!.attributes).toMatchObject({
      'locutor.segments': 1,
      'locutor.result_status': 'RECOGNIZED',
    });
    expect(spans.map(({ name }) => name)).not.toContain('job listen');
  });

  it('has a background job in the trace of the request that asked for it', async () => {
    const { traceId, headers } = clientTrace();
    const lm = 'builtin:grammar/digits';
    const digits = await samplesOf('digits.flac');
    const job = await submitted(server, wav(joinSamples([digits, silence(1.5), digits])), {
      lm,
      headers: { ...headers, 'x-request-id': 'traced-job' },
    });
    await reached(server, job.id, 'done');
    const work = () => receiver.trace(traceId).find(({ name }) => name === 'background job');
    await expect.poll(work).toBeDefined();
    const spans = receiver.trace(traceId);
    const paths = spans.map((span) => path(span, spans).join(' > '));
    const engine = 'POST /asr/rest/v3/jobs > background job';
    expect(paths).toEqual(
      expect.arrayContaining([
        engine,
        `${engine} > job measure-audio > measure-audio`,
        `${engine} > job find-segments > find-segments > listen > decode`,
        // Begun when a result of another job arrived.
        `${engine} > job recognize-segment > recognize-segment > search grammar`,
      ]),
    );
    expect(work()!.attributes).toMatchObject({
      'locutor.request_id': 'traced-job',
      'locutor.background_job.id': job.id.slice(0, 8),
      'locutor.background_job.attempt': 1,
      'locutor.background_job.outcome': 'done',
    });
    expect(JSON.stringify(receiver.spans)).not.toContain(job.id);
  });
});

describe('a trace over a bus', () => {
  it('goes from the HTTP node to the engine process of a worker', async (context) => {
    const found = findNatsServer();
    if ('unavailable' in found) return context.skip(found.unavailable);
    const receiver = await OtlpReceiver.start();
    const nats = await startNats(found.path);
    const worker = await startWorker({ LOCUTOR_BUS_URL: nats.url });
    const node = await startServer(
      { ...SOON, LOCUTOR_BUS_URL: nats.url, LOCUTOR_TRACE_ENDPOINT: receiver.url },
      newFolder(),
      ['serve', '--no-local-engine'],
    );
    try {
      const { traceId, headers } = clientTrace();
      expect((await recognize(node, headers)).status).toBe(200);
      await expect.poll(() => receiver.trace(traceId).some(({ kind }) => kind === 2)).toBe(true);
      const spans = receiver.trace(traceId);
      const paths = spans.map((span) => path(span, spans).join(' > '));
      const job = 'POST /asr/rest/v3/recognize > job find-segments';
      expect(paths).toEqual(
        expect.arrayContaining([
          `${job} > queue`,
          `${job} > find-segments > listen > decode`,
          `${job} > find-segments > recognize > encode`,
        ]),
      );
      const pid = Number(spans.find(({ name }) => name === 'find-segments')!.attributes['process.pid']);
      expect(childrenOf(worker)).toContain(pid);
      const [inEngine] = spans.filter(({ name }) => name === 'find-segments');
      expect(inEngine!.attributes['host.name']).toBe(hostname());
      for (const log of [node.log(), worker.log()]) expect(log).toContain(`"host":"${hostname()}"`);
    } finally {
      await node.stop();
      await worker.stop();
      await nats.kill();
      receiver.stop();
    }
  });
});

describe('a collector', () => {
  it.each([
    ['that nobody listens at', async () => undefined],
    ['that takes connections and never answers', silentServer],
  ])('%s costs no request, and the stop does not wait for it', async (_, start) => {
    const silent = await start();
    const port = silent?.port ?? 1;
    const server = await startServer({
      ...SOON,
      // The exporter tries again for so many milliseconds before it gives a batch up.
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    for (let time = 0; time < 3; time++) expect((await recognize(server, {})).status).toBe(200);
    if (silent) await expect.poll(silent.connections).toBeGreaterThan(0);
    else await expect.poll(server.log).toContain('traces cannot be exported');
    expect((await recognize(server, {})).status).toBe(200);
    expect(await server.stop()).toBe(0);
    silent?.stop();
  });
});

async function silentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
