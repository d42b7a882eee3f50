import type { RecognizeSegmentInput } from '@locutor/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PartialTurns } from './partial-turns.ts';
import { scene } from './test-support/live-scene.ts';
import { audio, said, saidLength, scriptedPool } from './test-support/scripted-pool.ts';

/** Sessions that ask for texts by their names, of a pool with so many processes. */
function turnsOf(up: number) {
  const begun: string[] = [];
  const state = { processes: [], up, queued: 0, running: 0 };
  const turns = new PartialTurns({ run: () => new Promise(() => {}), state: () => state });
  const session = (name: string) => {
    const turn = {
      hasText: false,
      start() {
        state.running += 1;
        begun.push(name);
      },
      giveUp() {
        state.running -= 1;
        begun.push(`not ${name}`);
      },
    };
    return {
      ask: () => turns.ask(turn),
      withdraw: () => turns.withdraw(turn),
      end() {
        state.running -= 1;
        turn.hasText = true;
        turns.end(turn);
      },
    };
  };
  return { turns, state, begun, session };
}

describe('texts of several sessions', () => {
  test('take turns, and the first one of a session comes before the second one of another', () => {
    const { begun, session } = turnsOf(1);
    const [ana, ben, cleo] = ['ana', 'ben', 'cleo'].map(session);
    ana!.ask();
    ben!.ask();
    ana!.end();
    ana!.ask();
    cleo!.ask();
    ben!.end();
    ben!.ask();
    cleo!.end();
    ana!.end();
    expect(begun).toEqual(['ana', 'ben', 'cleo', 'ana', 'ben']);
  });

  test('leave one of several processes to those who listen', () => {
    for (const [up, most] of [
      [0, 0],
      [1, 1],
      [2, 1],
      [4, 3],
    ] as const) {
      const { begun, session } = turnsOf(up);
      for (let n = 0; n < 5; n++) session(`${n}`).ask();
      expect([up, begun.length]).toEqual([up, most]);
    }
  });

  test('are given up for results, the last one first, and not begun where they are no longer wanted', () => {
    const { turns, state, begun, session } = turnsOf(3);
    const [, , cleo] = ['ana', 'ben', 'cleo'].map((name) => {
      const each = session(name);
      each.ask();
      return each;
    });
    turns.giveWay(1);
    expect(begun).toEqual(['ana', 'ben']);
    turns.giveWay(2);
    expect(begun).toEqual(['ana', 'ben', 'not ben']);
    cleo!.withdraw();
    state.running = 0;
    session('dan').ask();
    expect(begun).toEqual(['ana', 'ben', 'not ben', 'dan']);
  });
});

describe('a text of what is being spoken', () => {
  /** Texts never come; results do at once. */
  function withoutTexts(up: number) {
    const given: AbortSignal[] = [];
    const recognize = (input: RecognizeSegmentInput, signal: AbortSignal | undefined) => {
      if (!input.quick) return saidLength(input);
      given.push(signal!);
      return new Promise<never>((_, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason));
      });
    };
    return { given, engine: scriptedPool({ recognize, up }) };
  }

  test('is given up when silence comes, which is recognised as a whole at once', async () => {
    const { given, engine } = withoutTexts(1);
    const { live, partials } = scene({}, {}, { partials: true }, engine);
    live.write(audio(1, 2));
    await vi.waitFor(() => expect(given).toHaveLength(1));
    live.write(audio(0.3));
    await vi.waitFor(() => expect(engine.listened).toHaveLength(2));
    expect(given[0]!.aborted).toBe(false);
    live.write(audio(0.4));
    await vi.waitFor(() => expect(partials).toHaveLength(1));
    expect([given.length, given[0]!.aborted]).toEqual([1, true]);
  });

  test('is given up where another session needs the process for its result', async () => {
    const { given, engine } = withoutTexts(1);
    const ana = scene({}, {}, { partials: true }, engine);
    const ben = scene({}, {}, {}, engine);
    ana.live.write(audio(1, 2));
    await vi.waitFor(() => expect(given).toHaveLength(1));
    ben.live.write(audio(1, 2, 2));
    await vi.waitFor(() => expect(ben.segments).toHaveLength(1));
    expect(given[0]!.aborted).toBe(true);
  });

  test('is given up, but for the first one, where audio waits as long as the silence that ends speech', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const given: AbortSignal[] = [];
    let release = () => {};
    const recognize = (_: RecognizeSegmentInput, signal: AbortSignal | undefined) => {
      given.push(signal!);
      return new Promise<ReturnType<typeof said>>((resolve, reject) => {
        release = () => resolve(said('one two'));
        signal!.addEventListener('abort', () => reject(signal!.reason));
      });
    };
    // Only the first part and those that are let go on are listened to.
    let goOn = () => {};
    const beforeListen = () =>
      new Promise<void>((resolve) => {
        goOn = resolve;
      });
    const { live, partials, listened } = scene({ recognize, beforeListen, up: 2 }, {}, { partials: true });
    const hear = async (count: number) => {
      await vi.waitFor(() => expect(listened).toHaveLength(count));
      goOn();
    };
    const waitWith = (count: number, ms: number) =>
      vi
        .waitFor(() => expect(listened).toHaveLength(count))
        .then(() => {
          vi.advanceTimersByTime(ms);
          live.write(audio(0, 0.1));
        });
    live.write(audio(1, 2));
    await hear(1);
    await vi.waitFor(() => expect(given).toHaveLength(1));
    live.write(audio(0, 1));
    await waitWith(2, 1100);
    expect(given[0]!.aborted).toBe(false);
    release();
    await vi.waitFor(() => expect(partials).toHaveLength(1));
    goOn();
    await vi.waitFor(() => expect(given).toHaveLength(2));
    await waitWith(3, 900);
    expect(given[1]!.aborted).toBe(false);
    await waitWith(3, 200);
    expect(given[1]!.aborted).toBe(true);
  });
});
