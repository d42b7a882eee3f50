import { afterAll, beforeAll, expect, it } from 'vitest';
import { formOf } from './support/grammar-server.ts';
import { startServer, type TestServer } from './support/server.ts';
import { fixture } from './support/speech.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const OVERFLOW = 'function f() { f() } f()';

/** A grammar for "yes" with a script in its tag, and one in its header. */
const grammar = (tag: string, header = '') => `#ABNF 1.0;
language en; root $r; tag-format <semantics/1.0>;
${header && `{!{ ${header} }!};`}
public $r = yes {!{ ${tag} }!};
`;

async function interpret(source: string): Promise<unknown> {
  const parts = new FormData();
  parts.append('lm', new Blob([source], { type: 'application/srgs' }), 'grammar');
  parts.append('text', new Blob(['yes'], { type: 'text/plain' }), 'text');
  const answer = await fetch(`${server.url}/asr/rest/v3/interpret`, { method: 'POST', body: parts });
  return answer.json();
}

async function recognize(source: string): Promise<unknown> {
  const body = formOf(source, 'application/srgs', fixture('yes.flac'));
  const answer = await fetch(`${server.url}/asr/rest/v3/recognize`, { method: 'POST', body });
  return answer.json();
}

// What a script that never ends is answered with.
const STOPPED = { result_status: 'FAILURE', alternatives: [] };

it.each([
  ['a tag that recurses', grammar(OVERFLOW)],
  ['a tag that catches its own overflow', grammar('function f() { try { f() } catch { f() } } f()')],
  ['a getter that recurses', grammar('var o = { get a() { return this.a } }; out = o.a')],
  ['a source that is too deep', grammar('eval("(".repeat(100000) + "1" + ")".repeat(100000))')],
  ['a header script that recurses', grammar('out = 1', OVERFLOW)],
  ['a tag that never ends', grammar('while (true) {}')],
])('INTERPRET stops %s and the server goes on', async (_what, source) => {
  expect(await interpret(source)).toEqual(STOPPED);
  expect(await interpret(grammar('out = "fine"'))).toMatchObject({ result_status: 'RECOGNIZED' });
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
});

it.each([
  ['a tag', grammar(OVERFLOW)],
  ['a header script', grammar('out = 1', OVERFLOW)],
])('RECOGNIZE stops %s that overflows the stack and the server goes on', async (_what, source) => {
  expect(await recognize(source)).toMatchObject([STOPPED]);
  expect(await recognize(grammar('out = "fine"'))).toMatchObject([
    { result_status: 'RECOGNIZED', alternatives: [{ interpretations: ['fine'] }] },
  ]);
});

it('refuses a tag that is nested too deeply to be compiled', async () => {
  const deep = `${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
  expect(await interpret(grammar(`out = ${deep}`))).toMatchObject({ code: 'ERR_LM_INVALID' });
});

it('has not begun to stop, and stops with code 0 when it is asked to', async () => {
  expect(await server.stop()).toBe(0);
  expect(server.log()).not.toContain('SIGSEGV');
  expect(server.log().match(/"msg":"stopping"/g)).toHaveLength(1);
});
