import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyMemory } from '../../http/body.ts';
import { Speech } from './speech.ts';

const OUTPUT = { audioMs: 1000, marks: [] };
const never = new AbortController().signal;
const partsOf = async (speech: Speech) => {
  const parts: string[] = [];
  for await (const part of speech.parts()) parts.push(Buffer.from(part).toString());
  return parts;
};

describe('speech on its way', () => {
  it('hands out every part in order, whoever is faster, and holds no memory afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ minLength: 1 }), turns: fc.nat(3) })),
        fc.nat(3),
        async (spoken, readerTurns) => {
          const memory = new BodyMemory(10_000_000);
          const share = memory.open();
          const speech = new Speech(
            async (onAudio) => {
              for (const { text, turns } of spoken) {
                for (let count = 0; count < turns; count++) await turn();
                onAudio(Buffer.from(text));
              }
              return OUTPUT;
            },
            share,
            never,
          );
          await speech.begun;
          const parts: string[] = [];
          for await (const part of speech.parts()) {
            for (let count = 0; count < readerTurns; count++) await turn();
            parts.push(Buffer.from(part).toString());
          }
          const sent = spoken.map(({ text }) => Buffer.from(text).toString());
          expect(parts).toEqual(sent);
          expect(memory.held).toBe(0);
          expect(await speech.output).toEqual(OUTPUT);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('begins with its first audio, before it ends', async () => {
    let finish = () => {};
    const last = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const speech = new Speech(
      async (onAudio) => {
        onAudio(Buffer.from('first'));
        await last;
        onAudio(Buffer.from('last'));
        return OUTPUT;
      },
      new BodyMemory(100).open(),
      never,
    );
    await speech.begun;
    expect(speech.done).toBe(false);
    finish();
    expect(await partsOf(speech)).toEqual(['first', 'last']);
    expect(speech.done).toBe(true);
  });

  it('without any audio begins with its end', async () => {
    const speech = new Speech(async () => OUTPUT, new BodyMemory(100).open(), never);
    await speech.begun;
    expect(speech.done).toBe(true);
    expect(await speech.whole()).toHaveLength(0);
  });

  it('that fails before its first audio does not begin', async () => {
    const speech = new Speech(() => Promise.reject(new Error('no voice')), new BodyMemory(9).open(), never);
    await expect(speech.begun).rejects.toThrow('no voice');
    await expect(partsOf(speech)).rejects.toThrow('no voice');
    await expect(speech.whole()).rejects.toThrow('no voice');
  });

  it('that fails later throws behind the parts that there are', async () => {
    const speech = new Speech(
      async (onAudio) => {
        onAudio(Buffer.from('one'));
        await turn();
        throw new Error('the engine died');
      },
      new BodyMemory(100).open(),
      never,
    );
    await speech.begun;
    const got: Uint8Array[] = [];
    await expect(
      (async () => {
        for await (const part of speech.parts()) got.push(part);
      })(),
    ).rejects.toThrow('the engine died');
    expect(got).toHaveLength(1);
  });

  it('is canceled when nobody reads on, and when the client leaves', async () => {
    const client = new AbortController();
    const canceled: string[] = [];
    const speaking = (name: string, signal: AbortSignal) =>
      new Speech(
        (onAudio, during) =>
          new Promise((_, reject) => {
            onAudio(Buffer.from(name));
            during.addEventListener('abort', () => {
              canceled.push(name);
              reject(during.reason);
            });
          }),
        new BodyMemory(100).open(),
        signal,
      );
    const left = speaking('left', never);
    for await (const _ of left.parts()) break;
    const gone = speaking('gone', client.signal);
    await gone.begun;
    client.abort(new Error('the client is gone'));
    await expect(gone.output).rejects.toThrow('the client is gone');
    expect(canceled).toEqual(['left', 'gone']);
  });

  it('ends where the memory for unread audio is used up, and counts what was read no more', async () => {
    const memory = new BodyMemory(10);
    const share = memory.open();
    const speech = new Speech(
      async (onAudio) => {
        for (const part of ['1234', '5678', '9abc']) onAudio(Buffer.from(part));
        return OUTPUT;
      },
      share,
      never,
    );
    await expect(partsOf(speech)).rejects.toMatchObject({ code: 'ERR_BUSY' });
    const slow = new Speech(
      async (onAudio) => {
        for (const part of ['1234', '5678', '9abc']) {
          onAudio(Buffer.from(part));
          for (let count = 0; count < 5; count++) await turn();
        }
        return OUTPUT;
      },
      new BodyMemory(5).open(),
      never,
    );
    expect(await partsOf(slow)).toEqual(['1234', '5678', '9abc']);
  });
});
