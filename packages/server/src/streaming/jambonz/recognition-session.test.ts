import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import type { SessionHost } from '../session-host.ts';
import { fakeAlternative, fakeHost, fakeResult } from '../testing/fake-host.ts';
import { JambonzRecognition } from './recognition-session.ts';

const START = {
  type: 'start',
  language: 'en-US',
  format: 'raw',
  encoding: 'LINEAR16',
  interimResults: true,
  sampleRateHz: 8000,
  options: {},
};

function scene(changes: Partial<SessionHost> = {}) {
  const fake = fakeHost(changes);
  const messages: Record<string, unknown>[] = [];
  const closed: string[] = [];
  const session = new JambonzRecognition(fake.host, {
    send: (frame) => messages.push(JSON.parse(String(frame))),
    close: (reason) => closed.push(reason),
    release: () => {},
    pause: () => {},
    resume: () => {},
  });
  onTestFinished(() => session.end());
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const say = async (message: unknown) => {
    session.receive(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), false);
    await settled();
  };
  const audio = async (bytes: number) => {
    session.receive(new Uint8Array(bytes), true);
    await settled();
  };
  return { ...fake, session, messages, closed, say, audio, settled };
}

describe('a call of jambonz', () => {
  it('is started, transcribed and stopped; the server closes', async () => {
    const { say, audio, calls, written, messages, closed, settled } = scene();
    await say(START);
    expect(calls[0]!.asked.references).toMatchObject([{ kind: 'slm', uri: 'builtin:slm/en-US' }]);
    await audio(320);
    expect(written).toHaveLength(1);
    expect(calls[0]!.formats).toEqual([{ raw: { encoding: 'pcm', rate: 8000 } }]);
    calls[0]!.watch.onPartial?.(
      {
        ...fakeResult('RECOGNIZED', { alternatives: [fakeAlternative('good', { score: 0 })] }),
        result_status: 'PROCESSING',
        final_result: false,
        last_segment: false,
      },
      0,
    );
    calls[0]!.watch.onResult(
      fakeResult('RECOGNIZED', { alternatives: [fakeAlternative('good morning')], last_segment: false }),
    );
    await say({ type: 'stop' });
    expect([calls[0]!.ended, closed]).toEqual([true, []]);
    calls[0]!.watch.onResult(fakeResult('NO_SPEECH'));
    await settled();
    expect(closed).toEqual(['stopped']);
    const alternative = (confidence: number, transcript: string) => ({
      type: 'transcription',
      alternatives: [{ confidence, transcript }],
      channel: 1,
      language: 'en-US',
    });
    expect(messages).toEqual([
      { ...alternative(0, 'good'), is_final: false },
      { ...alternative(0.87, 'good morning'), is_final: true },
    ]);
  });

  it('goes on after the longest recognition', async () => {
    const { say, audio, calls } = scene();
    await say(START);
    calls[0]!.watch.onResult(fakeResult('MAX_SPEECH'));
    await audio(2);
    expect(calls).toHaveLength(2);
  });

  it('ignores messages of types that it does not know, and stops without a start', async () => {
    const { say, messages, closed } = scene();
    await say({ type: 'keepalive' });
    await say({ type: 'stop' });
    expect([messages, closed]).toEqual([[], ['stopped']]);
  });

  it('ends with what was said so far when the server stops', async () => {
    const { say, session, calls, closed, settled } = scene();
    await say(START);
    session.retire();
    expect(calls[0]!.ended).toBe(true);
    calls[0]!.watch.onResult(fakeResult('RECOGNIZED', { alternatives: [fakeAlternative('bye')] }));
    await settled();
    expect(closed).toEqual(['the server stops']);
  });

  it('expires', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { closed } = scene({ idleMs: 1000 });
    vi.advanceTimersByTime(1001);
    expect(closed).toEqual(['Session timeout.']);
  });

  it('is canceled when the client leaves', async () => {
    const { say, session, calls, messages } = scene();
    await say(START);
    session.end();
    expect(calls[0]!.signal.aborted).toBe(true);
    calls[0]!.watch.onResult(fakeResult('RECOGNIZED', { alternatives: [fakeAlternative('late')] }));
    expect(messages).toEqual([]);
  });
});

describe('what is wrong is told, and ends the connection:', () => {
  it.each<[string, (all: ReturnType<typeof scene>) => Promise<void>, string]>([
    ['no JSON', ({ say }) => say('start'), 'ERR_INVALID_PARAMETER'],
    ['no type', ({ say }) => say({ language: 'en-US' }), 'ERR_INVALID_PARAMETER'],
    ['audio before the start', ({ audio }) => audio(320), 'ERR_INVALID_PARAMETER'],
    ['another encoding', ({ say }) => say({ ...START, encoding: 'OPUS' }), 'ERR_INVALID_PARAMETER'],
    ['no language', ({ say }) => say({ ...START, language: 'en US' }), 'ERR_INVALID_PARAMETER'],
    [
      'a parameter',
      ({ say }) => say({ ...START, options: { 'decoder.maxSentences': 99 } }),
      'ERR_INVALID_PARAMETER',
    ],
    ['a model', ({ say }) => say({ ...START, options: { lm: 'foo' } }), 'ERR_LM_NOT_FOUND'],
  ])('%s', async (_, wrong, code) => {
    const all = scene();
    await wrong(all);
    expect(all.messages).toEqual([{ type: 'error', error: expect.any(String), code }]);
    expect(all.closed).toEqual(['failed']);
  });

  it('a second start', async () => {
    const { say, messages } = scene();
    await say(START);
    await say(START);
    expect(messages).toMatchObject([{ type: 'error', error: 'the recognition was started before' }]);
  });

  it('a recognition that cannot begin, and one that fails', async () => {
    const refused = scene({
      recognize: async () => {
        throw new ServiceError('ERR_BUSY', 'later');
      },
    });
    await refused.say(START);
    expect(refused.messages).toEqual([{ type: 'error', error: 'later', code: 'ERR_BUSY' }]);
    const { say, calls, messages, closed } = scene();
    await say(START);
    calls[0]!.watch.onFailure(new Error('secret'));
    expect(messages).toEqual([{ type: 'error', error: 'internal', code: 'ERR_INTERNAL' }]);
    expect(closed).toEqual(['failed']);
  });
});
