import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cuttable } from '../packages/server/src/store/testing/cuttable.ts';
import { startPostgres } from '../packages/server/src/store/testing/postgres.ts';
import { type Job, reached, resultOf, stateOf, submitted } from './support/jobs.ts';
import { recognize } from './support/recognize.ts';
import { newFolder, startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture, samplesOf, silence, wav } from './support/speech.ts';
import { billing, enroll, locutor, verify } from './support/verify.ts';

const postgres = await startPostgres();
const unavailable = 'unavailable' in postgres ? `, skipped: ${postgres.unavailable}` : '';
const TAG = 'license-manager-accountTag';

describe.skipIf('unavailable' in postgres)(`two nodes on one PostgreSQL${unavailable}`, () => {
  if ('unavailable' in postgres) return;
  const folder = newFolder();
  let env: NodeJS.ProcessEnv;
  let nodes: TestServer[];
  let token: string;
  let audio: Bytes;

  const command = (...args: string[]) => locutor(args, folder, env).stdout;
  const billed = (tag: string) => billing(folder, env).filter(({ account_tag }) => account_tag === tag);
  const encoders = (node: TestServer, bearer: string) =>
    fetch(`${node.url}/rest/v2/encoders`, { headers: { authorization: `Bearer ${bearer}` } });

  beforeAll(async () => {
    env = {
      LOCUTOR_MODELS_FETCH: 'start',
      LOCUTOR_DATABASE_URL: await postgres.createDatabase(),
      // One key file, as on a shared volume: both make it at the same moment, too.
      LOCUTOR_DATA_DIR: join(folder, 'data'),
      LOCUTOR_GRAMMAR_HOSTS: '127.0.0.1',
    };
    const [sentence, digits] = await Promise.all([samplesOf('sentence.flac'), samplesOf('digits.flac')]);
    const turns = Array.from({ length: 5 }, (_, n) => [
      sentence,
      silence(1.2 + n / 50),
      digits,
      silence(1.3),
    ]);
    audio = wav(joinSamples(turns.flat()));
    // Both find an empty database at the same moment.
    nodes = await Promise.all([startServer(env), startServer(env)]);
    const tokens = nodes.map((node) => node.token).filter(Boolean);
    expect(tokens).toHaveLength(1);
    token = tokens[0]!;
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => (node.child.exitCode === null ? node.stop() : undefined)));
    await postgres.stop();
  });

  /** Sends billed requests to a node until told to stop; gives the transactions that were acknowledged. */
  function load(node: TestServer, tag: string): () => Promise<string[]> {
    const acknowledged: string[] = [];
    let running = true;
    const work = (async () => {
      while (running) {
        const answer = await fetch(`${node.url}/asr/rest/v3/interpret?lm=builtin:grammar/boolean`, {
          method: 'POST',
          body: 'yes',
          headers: { 'content-type': 'text/plain', [TAG]: tag },
        }).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => undefined);
        const id = answer?.status === 200 ? answer.headers.get('x-transaction-id') : null;
        if (id) acknowledged.push(id);
        else await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    return async () => {
      running = false;
      await work;
      return acknowledged;
    };
  }

  it('heed a revocation on both, and keep the rate of a token together', async () => {
    const [made, limited] = ['revoked', 'limited'].map((name) => {
      const rate = name === 'limited' ? ['--rate', '6/hour'] : [];
      return /loc_(\w{10})_\w+/.exec(command('tokens', 'create', name, '--scope', 'encoders', ...rate))!;
    });
    let used = true;
    const using = nodes.map(async (node) => {
      while (used) await (await encoders(node, made![0])).arrayBuffer();
    });
    command('tokens', 'revoke', made![1]!);
    used = false;
    await Promise.all(using);
    for (const node of nodes) expect((await encoders(node, made![0])).status).toBe(401);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => encoders(nodes[n % 2]!, limited![0])),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(6).fill(200), ...Array(14).fill(429)]);
  });

  it('heed a rotation of the keys on both', async () => {
    const authorization = `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}`;
    const issued = async (node: TestServer) => {
      const answer = await fetch(`${node.url}/auth/token`, { method: 'POST', headers: { authorization } });
      return ((await answer.json()) as { access_token: string }).access_token;
    };
    const statuses = (bearer: string) =>
      Promise.all(nodes.map(async (node) => (await encoders(node, bearer)).status));
    const [first, second] = nodes.map((node) => ({ ...node, token })) as [TestServer, TestServer];
    const recordings = ['sentence.flac', 'date.opus', 'pizza.opus'].map(fixture);
    expect((await enroll(first, { user_id: 'before' }, recordings)).status).toBe(201);
    const old = await issued(nodes[0]!);
    expect(await statuses(old)).toEqual([200, 200]);

    expect(command('keys', 'rotate')).toContain('1 voiceprint was encrypted');
    // Nobody asks the servers for anything but the token that is not valid any more.
    await expect.poll(() => statuses(old)).toEqual([401, 401]);
    for (const node of nodes) expect(await statuses(await issued(node))).toEqual([200, 200]);
    expect((await enroll(second, { user_id: 'after' }, recordings)).status).toBe(201);
    for (const node of [first, second]) {
      const { body } = await verify(node, { user_ids: ['before', 'after'], min_verification_score: 0.5 }, [
        fixture('sentence.mp3'),
      ]);
      expect(body.results.map(({ decision }: { decision: string }) => decision)).toEqual([
        'ACCEPTED',
        'ACCEPTED',
      ]);
    }
    expect(JSON.parse(command('keys', 'list', '--json'))).toMatchObject([{ voiceprints: 2, seals: true }]);
  });

  it('fetch a grammar again on both when one of them is told to', async () => {
    let meaning = 'old';
    const web = createServer((_, response) => {
      response.setHeader('content-type', 'application/srgs').setHeader('cache-control', 'max-age=3600');
      response.end(
        `#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = yes {out = "${meaning}"};\n`,
      );
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void web.close());
    await once(web, 'listening');
    const lm = `http://127.0.0.1:${(web.address() as AddressInfo).port}/grammar`;
    const meanings = () =>
      Promise.all(
        nodes.map(async (node) => {
          const answer = await fetch(`${node.url}/asr/rest/v3/interpret?lm=${encodeURIComponent(lm)}`, {
            method: 'POST',
            body: 'yes',
            headers: { 'content-type': 'text/plain' },
          });
          const { alternatives } = (await answer.json()) as { alternatives: { interpretations: string[] }[] };
          return alternatives[0]?.interpretations[0];
        }),
      );
    expect(await meanings()).toEqual(['old', 'old']);
    meaning = 'new';
    expect(await meanings()).toEqual(['old', 'old']);
    const told = await fetch(`${nodes[0]!.url}/rest/v3/grammars/reload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(told.status).toBe(204);
    await expect.poll(meanings).toEqual(['new', 'new']);
  });

  it('bill a request once whose COMMIT one of them has lost, and repeat its answer on both', async () => {
    const way = await cuttable(env.LOCUTOR_DATABASE_URL!);
    onTestFinished(() => way.close());
    const cut = { ...(await startServer({ ...env, LOCUTOR_DATABASE_URL: way.url })), token };
    onTestFinished(async () => void (await cut.stop()));
    const other = { ...nodes[0]!, token };
    const speech = fixture('sentence.flac');
    const voice = { configuration: { account_tag: 'cut' } };
    const operations: [string, (node: TestServer, headers: Record<string, string>) => Promise<Response>][] = [
      ['enroll', (node, headers) => sendForm(node, 'enroll', { user_id: 'cut', ...voice }, speech, headers)],
      [
        'verify',
        (node, headers) => sendForm(node, 'verify', { user_ids: ['cut'], ...voice }, speech, headers),
      ],
      ['recognize', (node, headers) => sendAudio(node, 'recognize', speech, { ...headers, [TAG]: 'cut' })],
      ['jobs', (node, headers) => sendAudio(node, 'jobs', speech, headers)],
    ];
    for (const [name, send] of operations) {
      const headers = { 'idempotency-key': `a key for ${name}`, authorization: `Bearer ${token}` };
      way.cutAtCommit({ when: 'after', closes: true, of: 'insert into "first_answers"' });
      const lost = await send(cut, headers);
      expect([lost.status, await lost.json()], name).toMatchObject([503, { code: 'ERR_STORE_UNAVAILABLE' }]);
      expect(Number(lost.headers.get('retry-after'))).toBeGreaterThan(0);
      way.mend();
      const again = [await send(other, headers), await send(cut, headers)];
      expect(again.map((each) => each.headers.get('idempotent-replayed'))).toEqual(['true', 'true']);
      const [here, there] = await Promise.all(again.map(async (each) => (await each.json()) as object));
      // A job goes on meanwhile.
      expect(there).toEqual(name === 'jobs' ? expect.objectContaining({ id: (here as Job).id }) : here);
      if (name === 'enroll') expect(here).toMatchObject({ voiceprint: { utterances: 1 } });
    }
    expect(billed('cut').map(({ operation }) => operation)).toEqual(['enroll', 'verify', 'recognize']);
  });

  it('lose and bill twice nothing when PostgreSQL crashes under load', async () => {
    const stop = nodes.map((node) => load(node, 'crash'));
    const { id } = await submitted(nodes[0]!, audio, { token, headers: { [TAG]: 'crash-job' } });
    await expect.poll(async () => (await stateOf(nodes[1]!, id, token)).progress).toBeGreaterThan(10);
    await postgres.crash();
    for (const node of nodes) {
      const answer = await fetch(`${node.url}/health/ready`);
      expect([answer.status, await answer.json()]).toMatchObject([503, { database: { ready: false } }]);
    }
    await postgres.restart();
    for (const node of nodes)
      await expect.poll(async () => (await fetch(`${node.url}/health/ready`)).status).toBe(200);
    await reached(nodes[1]!, id, 'done', token);
    const acknowledged = (await Promise.all(stop.map((end) => end()))).flat();
    expect(acknowledged.length).toBeGreaterThan(10);
    const kept = billed('crash').map(({ transaction_id }) => transaction_id);
    expect(new Set(kept).size).toBe(kept.length);
    expect(acknowledged.filter((each) => !kept.includes(each))).toEqual([]);
    expect(billed('crash-job')).toHaveLength(1);
  });

  it('finish the job of a node that is killed, once', async () => {
    const expected = (await recognize(nodes[1]!, audio)).segments();
    const { id } = await submitted(nodes[0]!, audio, { token, headers: { [TAG]: 'killed-job' } });
    await expect.poll(async () => (await stateOf(nodes[0]!, id, token)).progress).toBeGreaterThan(20);
    const holder = () => nodes.findIndex((node) => node.log().includes(`"job":"${id.slice(0, 8)}"`));
    await expect.poll(holder).toBeGreaterThanOrEqual(0);
    const busy = holder();
    const [victim, heir] = [nodes[busy]!, nodes[1 - busy]!];
    const stop = [victim, heir].map((node) => load(node, 'killed'));
    const gone = once(victim.child, 'exit');
    victim.child.kill('SIGKILL');
    await gone;
    await reached(heir, id, 'done', token);
    await expect
      .poll(() => heir.log())
      .toMatch(new RegExp(`"job":"${id.slice(0, 8)}","attempt":\\d+,"kept":[1-9]`));
    expect(await (await resultOf(heir, id, token)).json()).toEqual(expected);
    expect(billed('killed-job')).toHaveLength(1);
    const acknowledged = (await Promise.all(stop.map((end) => end()))).flat();
    const kept = billed('killed').map(({ transaction_id }) => transaction_id);
    expect(acknowledged.filter((each) => !kept.includes(each))).toEqual([]);
  });
});

function sendForm(
  { url }: TestServer,
  operation: string,
  request: object,
  audio: Bytes,
  headers: Record<string, string>,
): Promise<Response> {
  const body = new FormData();
  body.append('enroll', JSON.stringify(request));
  body.append('audio', new Blob([audio]));
  return fetch(`${url}/rest/v3/${operation}`, { method: 'POST', body, headers });
}

function sendAudio(
  { url }: TestServer,
  operation: string,
  body: Bytes,
  headers: Record<string, string>,
): Promise<Response> {
  const path = `${url}/asr/rest/v3/${operation}?lm=builtin:slm/general`;
  return fetch(path, { method: 'POST', body, headers: { 'content-type': 'audio/flac', ...headers } });
}
