import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Engine, KeptWork } from './kept-work.ts';

/** An engine that counts its segments and is sure of what it hears; every third one has a voice. */
function countingEngine() {
  const asked: { kind: string; options: Record<string, unknown> }[] = [];
  const engine: Engine = {
    state: () => ({ processes: [1] }),
    run: async (kind, input, options = {}) => {
      asked.push({ kind, options: options as Record<string, unknown> });
      if (kind === 'find-segments') return { seconds: 10, segments: 0, ended: 'end-of-audio' } as never;
      const { samples } = input as { samples: Float32Array };
      const voice = samples[0]! % 3 === 0 && { speech: 1, slow: Float32Array.of(samples[0]!, 2) };
      const alternatives = [{ text: `segment ${samples[0]}`, score: 0.5, words: [] }];
      return { language: 'en', alternatives, bound: [], ...(voice && { voice }) } as never;
    },
  };
  return { engine, asked };
}

const REQUEST = {
  model: 'moonshine-base',
  language: 'en',
  sentences: 1,
  words: 'first',
  written: false,
} as const;
const segment = (value: number, changes: object = {}) => ({
  ...REQUEST,
  samples: Float32Array.of(value, value, value),
  speech: [{ start: 0, end: 1 }],
  ...changes,
});

function memory() {
  const found = new Map<string, Uint8Array>();
  const progress: number[] = [];
  const keep = (name: string, bytes: Uint8Array, share: number) => {
    found.set(name, bytes);
    progress.push(share);
  };
  return { log: { found, keep }, progress };
}

describe('the work of a job', () => {
  it('is done once: a second attempt gets what the first one found, voices included', async () => {
    const { log } = memory();
    const first = countingEngine();
    const before = await Promise.all(
      [1, 2, 3].map((n) => new KeptWork(first.engine, log, 10).run('recognize-segment', segment(n))),
    );
    const second = countingEngine();
    const again = new KeptWork(second.engine, log, 10);
    const after = await Promise.all([1, 2, 3].map((n) => again.run('recognize-segment', segment(n))));
    expect(after).toEqual(before);
    expect(after[2]!.voice?.slow).toBeInstanceOf(Float32Array);
    expect(second.asked).toEqual([]);
  });

  it('is another one where anything that it was found from differs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<object>(
          { samples: Float32Array.of(1, 1, 2) },
          { samples: Float32Array.of(1, 1) },
          { language: 'pt' },
          { model: 'whisper-tiny' },
          { written: true },
          { words: 'all' },
          { hints: [{ phrase: 'a', boost: 1 }] },
          { grammars: [{ key: 'a', source: '', documents: new Map() }] },
          { isFirst: true },
          { speech: [] },
        ),
        async (changes) => {
          const { log } = memory();
          const { engine, asked } = countingEngine();
          const work = new KeptWork(engine, log, 10);
          await work.run('recognize-segment', segment(1));
          await work.run('recognize-segment', segment(1, changes));
          expect(asked).toHaveLength(2);
        },
      ),
    );
  });

  it('is the same with the same grammar under another key, and not with another under the same', async () => {
    const { engine, asked } = countingEngine();
    const work = new KeptWork(engine, memory().log, 10);
    const bound = (key: string, words: string[]) =>
      work.run('recognize-segment', segment(1, { grammars: [{ key, frozen: { network: { words } } }] }));
    await bound('a 1', ['yes', 'no']);
    await bound('a 2', ['yes', 'no']);
    expect(asked).toHaveLength(1);
    await bound('a 1', ['yes', 'perhaps']);
    expect(asked).toHaveLength(2);
  });

  it('waits behind that of live requests', async () => {
    const { engine, asked } = countingEngine();
    const work = new KeptWork(engine, memory().log, 10);
    await work.run('recognize-segment', segment(1), { continues: 'ahead' });
    await work.run('find-segments', { audio: { samples: new Float32Array() } } as never, {
      continues: 'in-turn',
    });
    expect(asked.map(({ options }) => options.continues)).toEqual(['behind', 'behind']);
  });

  it('is done again where what was kept cannot be read', async () => {
    const { log } = memory();
    const { engine, asked } = countingEngine();
    await new KeptWork(engine, log, 10).run('recognize-segment', segment(1));
    for (const name of log.found.keys()) log.found.set(name, Buffer.from('from another world'));
    await new KeptWork(engine, log, 10).run('recognize-segment', segment(1));
    expect(asked).toHaveLength(2);
  });

  it('counts as the share of the audio that is recognised, silence before each segment included', async () => {
    const { log, progress } = memory();
    const segments = [
      { samples: Float32Array.of(1), start: 2, end: 4 },
      { samples: Float32Array.of(2), start: 6, end: 10 },
    ];
    const { engine } = countingEngine();
    const finding: Engine = {
      ...engine,
      run: async (kind, input, options) => {
        if (kind === 'find-segments') for (const each of segments) options?.onPartial?.(each as never);
        return engine.run(kind, input, options);
      },
    };
    const work = new KeptWork(finding, log, 10);
    await work.run('find-segments', { audio: { samples: new Float32Array() } } as never, {
      onPartial: () => {},
    });
    for (const { samples } of segments) await work.run('recognize-segment', { ...segment(1), samples });
    expect(progress).toEqual([0.4, 1]);
  });
});
