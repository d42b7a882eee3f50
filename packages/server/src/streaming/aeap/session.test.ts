import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { fakeAlternative, fakeHost, fakeResult } from '../testing/fake-host.ts';
import { type AeapDoor, type AeapHost, AeapSession } from './session.ts';

type Json = Record<string, unknown>;

function scene({ door = {}, host = {} }: { door?: Partial<AeapDoor>; host?: Partial<AeapHost> } = {}) {
  const fake = fakeHost();
  const messages: Json[] = [];
  const closed: string[] = [];
  const noted: string[] = [];
  const tokens: (string | undefined)[] = [];
  const session = new AeapSession(
    {
      idleMs: 600_000,
      failureOf: fake.host.failureOf,
      async admit(token) {
        tokens.push(token);
        return {
          ...fake.host,
          check: async () => {},
          note: ({ code }) => noted.push(code),
          ...host,
        };
      },
      ...door,
    },
    {
      send: (frame) => messages.push(JSON.parse(String(frame))),
      close: (reason) => closed.push(reason),
      release: () => {},
      pause: () => {},
      resume: () => {},
    },
  );
  onTestFinished(() => session.end());
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  let ids = 0;
  /** Sends a request, and returns the answer. */
  const ask = async (request: string, more: Json = {}) => {
    const id = `id-${++ids}`;
    session.receive(Buffer.from(JSON.stringify({ request, id, ...more })), false);
    await settled();
    return messages.find((message) => message.response !== undefined && message.id === id);
  };
  const say = async (message: string) => {
    session.receive(Buffer.from(message), false);
    await settled();
  };
  const audio = async (bytes: Uint8Array = new Uint8Array(160)) => {
    session.receive(bytes, true);
    await settled();
  };
  const set = () => messages.filter(({ request }) => request === 'set');
  return { ...fake, session, messages, closed, noted, tokens, ask, say, audio, set, settled };
}

const SETUP = { version: '0.1.0', codecs: [{ name: 'ulaw' }] };

async function ready(params: Json = {}, changes: Parameters<typeof scene>[0] = {}) {
  const all = scene(changes);
  expect(await all.ask('setup', { ...SETUP, params })).toMatchObject({ codecs: [{ name: 'ulaw' }] });
  return all;
}

const words = (...texts: string[]) =>
  fakeResult('RECOGNIZED', { alternatives: texts.map((text) => fakeAlternative(text)) });

describe('a call of Asterisk', () => {
  it('is set up, and its results are set', async () => {
    const { audio, calls, set, tokens, messages } = await ready({ language: 'pt-BR', token: 'loc_secret' });
    expect(tokens).toEqual(['loc_secret']);
    expect(messages[0]).toEqual({
      response: 'setup',
      id: 'id-1',
      codecs: [{ name: 'ulaw' }],
      params: { language: 'pt-BR' },
    });
    await audio();
    expect(calls[0]!.asked.references).toMatchObject([{ uri: 'builtin:slm/pt-BR' }]);
    expect(calls[0]!.asked.parameters['decoder.continuousMode']).toBe(false);
    expect(calls[0]!.formats).toEqual([{ raw: { encoding: 'ulaw', rate: 8000 } }]);
    calls[0]!.watch.onResult(words('um', 'dois'));
    expect(set()).toEqual([
      {
        request: 'set',
        id: expect.any(String),
        params: { results: [{ text: 'um', score: 87, grammar: 'builtin:slm/general', best: 0 }] },
      },
    ]);
  });

  it('listens again with the audio after a result, and starts timers when the result was taken', async () => {
    const { audio, calls, set, say } = await ready();
    await audio();
    expect(calls[0]!.timers).toBe(1);
    calls[0]!.watch.onResult(words('one'));
    await audio();
    expect([calls.length, calls[1]!.timers]).toEqual([2, 0]);
    await say(JSON.stringify({ response: 'set', id: set()[0]!.id }));
    await audio();
    expect([calls.length, calls[1]!.timers]).toEqual([2, 1]);
  });

  it('gives results until they were taken', async () => {
    const { audio, calls, ask, set, say } = await ready();
    await audio();
    calls[0]!.watch.onResult(words('one'));
    expect(await ask('get', { params: ['results'] })).toMatchObject({
      params: { results: [{ text: 'one' }] },
    });
    expect(await ask('get', { params: ['results'] })).toMatchObject({ params: { results: [] } });
    await audio();
    calls[1]!.watch.onResult(words('two'));
    await say(JSON.stringify({ response: 'set', id: set()[1]!.id }));
    expect(await ask('get', { params: ['results'] })).toMatchObject({ params: { results: [] } });
  });

  it('gives all alternatives where they are wanted, and what the best one means', async () => {
    const { audio, calls, ask, set } = await ready();
    expect(await ask('set', { params: { results_type: 'nbest' } })).toMatchObject({
      params: { results_type: 'nbest' },
    });
    await audio();
    expect(calls[0]!.asked.parameters['decoder.maxSentences']).toBe(5);
    const meant = {
      alternatives: [fakeAlternative('an agent', { interpretations: ['agent'] }), fakeAlternative('a')],
    };
    calls[0]!.watch.onResult(fakeResult('RECOGNIZED', meant));
    expect(set()[0]).toMatchObject({ params: { results: [{ best: 0 }, { best: 1 }] } });
    expect(await ask('get', { params: ['interpretation'] })).toMatchObject({
      params: { interpretation: 'agent' },
    });
  });

  it('sets no results where nothing matched or nobody spoke in time, and says nothing about silence', async () => {
    const { audio, calls, set } = await ready();
    for (const status of ['NO_MATCH', 'NO_INPUT_TIMEOUT', 'NO_SPEECH', 'MAX_SPEECH'] as const) {
      await audio();
      calls.at(-1)!.watch.onResult(fakeResult(status));
    }
    expect(set().map(({ params }) => params)).toEqual([{ results: [] }, { results: [] }]);
  });

  it('changes its parameters, and gives them', async () => {
    const { audio, calls, ask } = await ready({ LM: 'builtin:grammar/digits builtin:slm/general' });
    await audio();
    expect(calls[0]!.asked.references.map(({ uri }) => uri)).toEqual([
      'builtin:grammar/digits',
      'builtin:slm/general',
    ]);
    await ask('set', { params: { grammar: '#ABNF 1.0;', lm: '', 'endpointer.waitEnd': '700' } });
    expect(calls[0]!.signal.aborted).toBe(true);
    await audio();
    expect(calls[1]!.asked).toMatchObject({ references: [], parameters: { 'endpointer.waitEnd': 700 } });
    expect(Buffer.from(calls[1]!.asked.inline[0]!.bytes).toString()).toBe('#ABNF 1.0;');
    expect(
      await ask('get', {
        params: ['endpointer.waitend', 'decoder.maxSentences', 'language', 'results_type', 'codec'],
      }),
    ).toMatchObject({
      params: {
        'endpointer.waitend': '700',
        'decoder.maxSentences': '1',
        language: '',
        results_type: 'normal',
        codec: 'ulaw',
      },
    });
  });

  it('takes keys: what was being said is dropped', async () => {
    const { audio, calls, ask } = await ready();
    await audio();
    expect(await ask('set', { params: { dtmf: '1' } })).toMatchObject({ params: { dtmf: '1' } });
    expect(calls[0]!.signal.aborted).toBe(true);
  });

  it('has its linear audio at the rate that was set, and other codecs', async () => {
    const { ask, audio, calls } = scene();
    await ask('setup', { codecs: [{ name: 'slin' }], params: { sampleRate: '16000' } });
    await audio();
    expect(calls[0]!.formats).toEqual([{ raw: { encoding: 'pcm', rate: 16_000 } }]);
    expect(await ask('set', { codecs: [{ name: 'alaw' }], params: {} })).toMatchObject({
      codecs: [{ name: 'alaw' }],
    });
    await audio();
    expect(calls[1]!.formats).toEqual([{ raw: { encoding: 'alaw', rate: 8000 } }]);
  });

  it('has a stream of Opus for each recognition', async () => {
    const { ask, audio, calls, written } = scene();
    await ask('setup', { codecs: [{ name: 'opus' }] });
    const packet = Buffer.from([0x78, 1, 2, 3]);
    await audio(packet);
    await audio(packet);
    calls[0]!.watch.onResult(words('one'));
    await audio(packet);
    const heads = written.map((bytes) => Buffer.from(bytes).includes('OpusHead'));
    expect(heads).toEqual([true, false, true]);
  });

  it('ends when it has an answer, if the server stops', async () => {
    const { session, audio, calls, closed, settled } = await ready();
    await audio();
    session.retire();
    expect([calls[0]!.ended, closed]).toEqual([true, []]);
    calls[0]!.watch.onResult(words('bye'));
    await settled();
    expect(closed).toEqual(['the server stops']);
    const idle = scene();
    idle.session.retire();
    expect(idle.closed).toEqual(['the server stops']);
  });

  it('is closed when no setup comes within five seconds, whatever else does', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { session, closed } = scene();
    for (let n = 0; n < 6; n++) {
      expect(closed).toEqual([]);
      session.receive(new Uint8Array(160), true);
      vi.advanceTimersByTime(900);
    }
    expect(closed).toEqual(['no setup came']);
  });

  it('reads its parameters when they change, and not for every get', async () => {
    let reads = 0;
    const { host } = fakeHost();
    const readParameters: AeapHost['readParameters'] = (headers) => {
      reads += 1;
      return host.readParameters(headers);
    };
    const { ask, audio } = await ready({ 'hints.words': 'one, two' }, { host: { readParameters } });
    for (let n = 0; n < 3; n++)
      expect(await ask('get', { params: ['hints.words', 'codec'] })).toMatchObject({
        params: { 'hints.words': 'one, two', codec: 'ulaw' },
      });
    await audio();
    expect(reads).toBe(1);
    await ask('set', { params: { 'hints.words': 'three' } });
    expect(reads).toBe(2);
  });
});

describe('what is wrong is an answer:', () => {
  it.each<[string, Json]>([
    ['no codecs', { version: '0.1.0' }],
    ['too many codecs', { codecs: Array.from({ length: 300 }, (_, n) => ({ name: `c${n}` })) }],
    ['a codec that is not decoded', { codecs: [{ name: 'g729' }] }],
    ['a parameter that there is not', { ...SETUP, params: { foo: 'bar' } }],
    ['a parameter out of range', { ...SETUP, params: { 'endpointer.waitEnd': '1' } }],
    ['a rate', { ...SETUP, params: { sampleRate: '44' } }],
    ['a model', { ...SETUP, params: { lm: 'foo' } }],
    ['a language', { ...SETUP, params: { language: 'en US' } }],
  ])('%s in a setup, which ends the connection', async (_, setup) => {
    const { ask, closed, calls } = scene();
    expect(await ask('setup', setup)).toMatchObject({ response: 'setup', error_msg: expect.any(String) });
    expect([closed, calls]).toEqual([['failed'], []]);
  });

  it('credentials, and what cannot be loaded', async () => {
    const refuse = async () => {
      throw new ServiceError('ERR_UNAUTHORIZED', 'no');
    };
    const stranger = scene({ door: { admit: refuse } });
    expect(await stranger.ask('setup', SETUP)).toMatchObject({ error_msg: 'no' });
    expect(stranger.closed).toEqual(['failed']);
    const missing = scene({ host: { check: refuse } });
    expect(await missing.ask('setup', SETUP)).toMatchObject({ error_msg: 'no' });
  });

  it.each<[string, string, Json]>([
    ['another setup', 'setup', SETUP],
    ['an unknown parameter', 'set', { params: { foo: 'bar' } }],
    ['a wrong type of results', 'set', { params: { results_type: 'all' } }],
    ['parameters that are none', 'set', { params: 7 }],
    ['a codec', 'set', { codecs: [{ name: 'g729' }] }],
    ['an unknown name', 'get', { params: ['foo'] }],
    ['no name', 'get', {}],
    ['too many names', 'get', { params: Array.from({ length: 300 }, () => 'codec') }],
    ['a long list', 'set', { params: { 'hints.words': 'a,'.repeat(40_000) } }],
    ['an unknown request', 'fetch', {}],
  ])('%s, and the session goes on', async (_, request, more) => {
    const { ask, closed, audio, calls } = await ready();
    expect(await ask(request, more)).toMatchObject({ response: request, error_msg: expect.any(String) });
    await audio();
    expect([closed, calls.length]).toEqual([[], 1]);
  });

  it.each(['{', '[]', '{}', '{"request":"get"}'])('%s', async (message) => {
    const { say, messages, closed } = await ready();
    await say(message);
    expect(messages.at(-1)).toEqual({ response: 'error', error_msg: expect.any(String) });
    expect(closed).toEqual([]);
  });

  it('anything before the setup', async () => {
    const { ask, audio, calls } = scene();
    await audio();
    expect(await ask('get', { params: ['results'] })).toMatchObject({
      error_msg: 'the first request must be setup',
    });
    expect(calls).toEqual([]);
  });

  it('none where a recognition cannot be had or fails: no results, and a line in the log', async () => {
    const { audio, set, noted } = await ready(
      {},
      {
        host: {
          recognize: async () => {
            throw new ServiceError('ERR_BUSY', 'later');
          },
        },
      },
    );
    await audio();
    expect([set()[0]!.params, noted]).toEqual([{ results: [] }, ['ERR_BUSY']]);
    const failing = await ready();
    await failing.audio();
    failing.calls[0]!.watch.onFailure(new Error('broken'));
    expect([failing.set()[0]!.params, failing.noted]).toEqual([{ results: [] }, ['ERR_INTERNAL']]);
  });
});
