import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedServer, sharedServer } from './support/shared-server.ts';

let server: SharedServer;

beforeAll(async () => {
  server = await sharedServer();
});

/** Interprets "x" by a grammar whose only tag is the script. */
async function run(script: string, headers: Record<string, string> = {}) {
  const form = new FormData();
  const grammar = `#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = x {!{${script}}!};\n`;
  form.append('lm', new Blob([grammar], { type: 'application/srgs' }), 'grammar');
  form.append('text', 'x');
  const answer = await fetch(`${server.url}/asr/rest/v3/interpret`, { method: 'POST', body: form, headers });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

describe('INTERPRET of hostile tags', () => {
  it.each([
    ['nested arrays', 'out = 1; for (var i = 0; i < 5000; i++) out = [out]', 'FAILURE'],
    ['arrays nested deeper', 'out = 1; for (var i = 0; i < 50000; i++) out = [out]', 'FAILURE'],
    ['a cycle', 'out.a = out', 'FAILURE'],
    ['a sparse list', 'out = []; out[4e9] = 1', 'FAILURE'],
    ['a long text', 'out = "x".repeat(5e6)', 'FAILURE'],
    ['a getter that loops', 'out = {get a() { for (;;); }}', 'FAILURE'],
    ['toJSON that loops', 'out = {toJSON() { for (;;); }}', 'FAILURE'],
    ['no memory', 'out = []; for (;;) out.push("x".repeat(1e6) + out.length)', 'FAILURE'],
    ['native code without end', 'out = String(3n ** 600000n)', 'FAILURE'],
    ['a BigInt', 'out = 1n', 'NO_MATCH'],
    ['a proxy', 'out = new Proxy([], {})', 'NO_MATCH'],
    ['a Symbol', 'out = Symbol()', ['null']],
    ['a Date', 'out = new Date(0)', ['1970-01-01T00:00:00.000Z']],
  ])('ends with the documented outcome: %s', async (_what, script, outcome) => {
    const { status, body } = await run(script);
    expect(status).toBe(200);
    if (typeof outcome === 'string') expect(body).toEqual({ result_status: outcome, alternatives: [] });
    else expect(body.alternatives[0].interpretations).toEqual(outcome);
  });

  it('answers 422 where a script is nested too deep to be read', async () => {
    const { status, body } = await run(`out = ${'('.repeat(100_000)}1${')'.repeat(100_000)}`);
    expect([status, body.code]).toEqual([422, 'ERR_LM_INVALID']);
  });

  it('serves another client while the scripts of one hold all the threads they can get', async () => {
    let answered = 0;
    // Each holds its thread until that is ended.
    const held = Array.from({ length: 8 }, async (_, index) => {
      const { status } = await run(`out = ${index} + String(3n ** 600000n)`);
      answered++;
      return status;
    });
    // Long before the first is answered, all of them have come.
    await Promise.race(held);
    const { body } = await run('out = 1', { authorization: `Bearer ${server.token}` });
    expect(body.result_status).toBe('RECOGNIZED');
    // In one line with the others, its turn would have come when all of them had had theirs.
    expect(answered).toBeLessThan(6);
    expect(new Set(await Promise.all(held)).has(500)).toBe(false);
  });
});
