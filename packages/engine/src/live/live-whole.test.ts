import type { ListenInput, ListenOutput } from '@locutor/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { plainPass } from '../recognize/test-support/plain-request.ts';
import { LiveRecognition } from './live-recognition.ts';
import { audio, judged, scriptedPool } from './test-support/scripted-pool.ts';

const MIB = 1024 * 1024;

/** A file that is decoded when its last byte is there: two seconds of speech, however many bytes it has. */
function wholeFile({ bytes, last }: ListenInput): ListenOutput {
  if (last) return judged({ bytes: audio(1, 2, 1) });
  return { ...judged({ bytes: new Uint8Array() }), keep: bytes.length, whole: true };
}

function scene(maxBytes: number, most = Number.POSITIVE_INFINITY, listen = wholeFile) {
  const { pool, turns, listened } = scriptedPool({ listen });
  const events: string[] = [];
  let held = 0;
  const live = new LiveRecognition(
    { pool, turns },
    { passes: [plainPass], partials: false, maxSeconds: 600, maxBytes },
    {
      onSegment: ([segment]) => events.push(segment!.status),
      onFailure: (error) => events.push(`failure: ${(error as Error).message}`),
      onDrain: () => events.push('drain'),
      onHold: (bytes) => {
        if (held + bytes > most) throw new Error('no room');
        held += bytes;
      },
    },
    'test',
  );
  onTestFinished(() => live.cancel());
  return { live, events, listened, held: () => held };
}

describe('a file that is decoded as a whole', () => {
  test('does not wait for room, which only its end would make', async () => {
    const { live, events, listened } = scene(64 * MIB);
    expect(live.write(new Uint8Array(6 * MIB))).toBe(false);
    await vi.waitFor(() => expect(events).toContain('drain'));
    expect(live.write(new Uint8Array(6 * MIB))).toBe(true);
    live.end();
    await vi.waitFor(() => expect(events.at(-1)).toBe('recognized'));
    expect([listened.at(-1)!.last, listened.at(-1)!.bytes.length]).toEqual([true, 12 * MIB]);
  });

  test('is refused when it is too large, behind the bytes that made it so', async () => {
    const { live, events, listened } = scene(6 * MIB);
    live.write(new Uint8Array(MIB));
    await vi.waitFor(() => expect(events).toContain('drain'));
    events.length = 0;
    expect(live.write(new Uint8Array(6 * MIB))).toBe(true);
    // Who writes has not finished with this write: nothing is reported in the middle of it.
    expect(events).toEqual([]);
    live.end();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatch(/^failure: .* more than 6291456 bytes$/);
    expect(listened).toHaveLength(1);
  });

  test('counts as held, and is refused where there is no room', async () => {
    const { live, events, held } = scene(64 * MIB, 8 * MIB);
    live.write(new Uint8Array(3 * MIB));
    await vi.waitFor(() => expect(held()).toBe(3 * MIB));
    live.write(new Uint8Array(4 * MIB));
    expect(held()).toBe(7 * MIB);
    live.write(new Uint8Array(2 * MIB));
    await vi.waitFor(() => expect(events.at(-1)).toBe('failure: no room'));
  });
});

test('bytes that only others explain wait for them without being sent again', async () => {
  const least = 9 * MIB;
  const tagged = (input: ListenInput): ListenOutput =>
    input.bytes.length < least
      ? { ...judged({ bytes: new Uint8Array() }), keep: input.bytes.length, least }
      : wholeFile(input);
  const { live, events, listened, held } = scene(64 * MIB, Number.POSITIVE_INFINITY, tagged);
  live.write(new Uint8Array(100));
  await vi.waitFor(() => expect(events).toContain('drain'));
  for (let n = 0; n < 8; n++) expect(live.write(new Uint8Array(MIB))).toBe(true);
  expect([listened.length, held()]).toEqual([1, 8 * MIB + 100]);
  live.write(new Uint8Array(2 * MIB));
  await vi.waitFor(() => expect(listened).toHaveLength(2));
  live.end();
  await vi.waitFor(() => expect(events.at(-1)).toBe('recognized'));
  expect(listened.map(({ bytes }) => bytes.length)).toEqual([100, 10 * MIB + 100, 10 * MIB + 100]);
});
