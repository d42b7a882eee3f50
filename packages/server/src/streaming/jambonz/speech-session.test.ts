import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceError } from '../../errors/index.ts';
import { JambonzSpeech, type SpeechHost } from './speech-session.ts';
import { takeSentences } from './take-sentences.ts';

function scene(changes: Partial<SpeechHost> = {}) {
  const sent: unknown[] = [];
  const closed: string[] = [];
  const spoken: { text: string; signal: AbortSignal; finish: () => void }[] = [];
  const host: SpeechHost = {
    idleMs: 600_000,
    language: 'en',
    sampleRate: 8000,
    mostBytes: 1000,
    mostCharacters: 100,
    async speak(text, onAudio, signal) {
      await new Promise<void>((finish) => spoken.push({ text, signal, finish }));
      await onAudio(Buffer.from(text));
    },
    failureOf: (error) =>
      error instanceof ServiceError ? error : new ServiceError('ERR_INTERNAL', 'internal'),
    ...changes,
  };
  const session = new JambonzSpeech(host, {
    send: (frame) => sent.push(JSON.parse(String(frame))),
    deliver: async (frame) => {
      sent.push(Buffer.from(frame).toString());
    },
    close: (reason) => closed.push(reason),
    pause: () => {},
    resume: () => {},
  });
  onTestFinished(() => session.end());
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const say = async (message: unknown) => {
    session.receive(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), false);
    await settled();
  };
  return { session, say, sent, closed, spoken, settled };
}

const CONNECT = { type: 'connect', data: { sample_rate: 8000, base64_encoding: false } };

describe('streamed speech', () => {
  it('is spoken when it is flushed', async () => {
    const { say, sent, spoken, settled } = scene();
    expect(sent).toEqual([CONNECT]);
    await say({ type: 'stream', text: 'Hello ' });
    await say({ type: 'stream', text: 'world.' });
    expect(spoken).toEqual([]);
    await say({ type: 'flush' });
    expect(spoken.map(({ text }) => text)).toEqual(['Hello world.']);
    spoken[0]!.finish();
    await settled();
    expect(sent).toEqual([CONNECT, 'Hello world.']);
  });

  it('is spoken from the second sentence on, one text after the other', async () => {
    const { say, spoken, settled } = scene();
    for (const text of ['One. Two', '. Three. ', 'Four.']) await say({ type: 'stream', text });
    expect(spoken.map(({ text }) => text)).toEqual(['One. ']);
    spoken[0]!.finish();
    await settled();
    expect(spoken.map(({ text }) => text)).toEqual(['One. ', 'Two. Three. ']);
    await say({ type: 'flush' });
    spoken[1]!.finish();
    await settled();
    expect(spoken[2]!.text).toBe('Four.');
  });

  it('ends at once when it is stopped', async () => {
    const { say, spoken, closed, sent, settled } = scene();
    await say({ type: 'stream', text: 'Hello.' });
    await say({ type: 'flush' });
    await say({ type: 'stop' });
    expect([spoken[0]!.signal.aborted, closed]).toEqual([true, ['stopped']]);
    await say({ type: 'flush' });
    await settled();
    expect(sent).toEqual([CONNECT]);
  });

  it('is spoken to its end when the server stops', async () => {
    const { session, say, spoken, closed, settled } = scene();
    await say({ type: 'stream', text: 'Hello.' });
    await say({ type: 'flush' });
    session.retire();
    expect(closed).toEqual([]);
    spoken[0]!.finish();
    await settled();
    expect(closed).toEqual(['the server stops']);
    const idle = scene();
    idle.session.retire();
    expect(idle.closed).toEqual(['the server stops']);
  });

  it('has nothing to say about an empty text and messages of other types', async () => {
    const { say, spoken, closed } = scene();
    for (const message of [
      { type: 'flush' },
      { type: 'stream', text: ' ' },
      { type: 'flush' },
      { type: 'keepalive' },
    ])
      await say(message);
    expect([spoken, closed]).toEqual([[], []]);
  });

  it.each([
    ['no JSON', '{', 'ERR_INVALID_PARAMETER'],
    ['no type', {}, 'ERR_INVALID_PARAMETER'],
    ['no text', { type: 'stream', text: 7 }, 'ERR_INVALID_PARAMETER'],
    ['too much text', { type: 'stream', text: 'a'.repeat(101) }, 'ERR_TOO_LARGE'],
    ['too many spaces', { type: 'stream', text: ' '.repeat(101) }, 'ERR_TOO_LARGE'],
    ['a large message', { type: 'x', more: 'a'.repeat(1000) }, 'ERR_TOO_LARGE'],
  ])('is refused: %s', async (_, message, code) => {
    const { say, sent, closed } = scene();
    await say(message);
    expect(sent[1]).toMatchObject({ type: 'error', code });
    expect(closed).toEqual(['failed']);
  });

  it('reports what fails', async () => {
    const { say, sent, closed, settled } = scene({
      speak: async () => {
        throw new Error('secret');
      },
    });
    await say({ type: 'stream', text: 'Hello.' });
    await say({ type: 'flush' });
    await settled();
    expect(sent[1]).toEqual({ type: 'error', error: 'internal', code: 'ERR_INTERNAL' });
    expect(closed).toEqual(['failed']);
  });
});

it('sentences are all of the text, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', ' ', '.', '!', 'B', '\n') })), (pieces) => {
      let [said, rest] = ['', ''];
      for (const piece of pieces) {
        const taken = takeSentences(rest + piece, 'en');
        said += taken.ready;
        rest = taken.rest;
      }
      expect(said + rest).toBe(pieces.join(''));
    }),
  );
});

it('the last sentence is the one that a list of all would end with', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '.', '!', 'B', '\n', '。', '😀') }), (text) => {
      const all = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)];
      expect(takeSentences(text, 'en').rest).toBe(all.at(-1)?.segment ?? '');
    }),
  );
});
