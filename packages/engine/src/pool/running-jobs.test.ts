import { getPriority } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { JobError } from '@locutor/contract';
import { describe, expect, test } from 'vitest';
import { EngineInternalError, PoolClosedError } from './errors.ts';
import { testPool } from './test-support/test-pool.mjs';

describe('a job', () => {
  test('gets its input and gives its output, with byte arrays of any size at any place', async () => {
    const { pool } = testPool();
    await pool.start();
    const large = Float32Array.from({ length: 300_000 }, (_, index) => Math.sin(index));
    const input = {
      text: 'olá',
      small: Uint8Array.of(1, 2, 3),
      large,
      parts: [
        { audio: new Uint8Array(5_000_000).fill(7) },
        { audio: Int16Array.from(large, (x) => x * 32767) },
      ],
      part: new Uint8Array(new Uint8Array(200_000).fill(9).buffer, 100_000, 80_000),
    };
    const output = await pool.run('echo', input);
    // Not toEqual, which takes a minute for 5 million bytes.
    expect(isDeepStrictEqual(output, input)).toBe(true);
  });

  test('that is nothing but bytes arrives as them', async () => {
    const { pool } = testPool();
    await pool.start();
    const bytes = new Uint8Array(100_000).fill(5);
    expect(await pool.run('echo', bytes)).toEqual(bytes);
  });

  test('answers with its own error: code, message and data', async () => {
    const { pool } = testPool();
    await pool.start();
    const answer = { code: 'TOO_ODD', message: 'the input 3 is odd', data: { value: 3 } };
    const error = await pool.run('refuse', answer).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JobError);
    expect(error).toMatchObject(answer);
  });

  test('that fails otherwise tells the caller nothing of it, but the log everything', async () => {
    const { pool, logged } = testPool();
    await pool.start();
    const error = await pool.run('fault', null).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineInternalError);
    expect(String(error)).not.toContain('secret detail');
    expect(logged.find((entry) => entry.message === 'engine job failed')).toMatchObject({
      kind: 'fault',
      error: { message: 'secret detail', stack: expect.stringContaining('test-jobs.mjs') },
    });
  });

  test('whose output or input cannot be sent fails, and its process goes on', async () => {
    const { pool } = testPool();
    await pool.start();
    await expect(pool.run('unsendable', null)).rejects.toBeInstanceOf(EngineInternalError);
    await expect(pool.run('echo', () => 1)).rejects.toThrow(/input of the job "echo" cannot be sent/);
    expect(await pool.run('echo', 1)).toBe(1);
    expect(pool.state()).toMatchObject({ queued: 0, running: 0, processes: [{ restarts: 0 }] });
  });

  test('of an unknown kind is refused by name', async () => {
    const { pool } = testPool();
    await pool.start();
    await expect(pool.run('nonsense' as 'echo', null)).rejects.toMatchObject({
      code: 'UNKNOWN_JOB',
      message: 'this process has no job of the kind "nonsense"',
    });
  });

  test('tells partial results in order; a listener that throws harms nothing', async () => {
    const { pool, logged } = testPool();
    await pool.start();
    const seen: number[] = [];
    const onPartial = (n: number) => {
      seen.push(n);
      if (n === 2) throw new Error('a faulty listener');
    };
    expect(await pool.run('count', { to: 4, after: 'return' }, { onPartial })).toBe(4);
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(logged.map((entry) => entry.message)).toContain('a listener for partial results failed');
  });

  test('is refused before the start', async () => {
    const { pool } = testPool();
    await expect(pool.run('echo', 1)).rejects.toBeInstanceOf(PoolClosedError);
  });
});

describe('an engine process', () => {
  test('knows nothing of the environment but what is allowed, and gets no arguments', async () => {
    process.env.LOCUTOR_TOKEN = 'a-secret';
    process.env.LOCUTOR_DATABASE_URL = 'postgres://user:password@host/base';
    const { pool } = testPool();
    await pool.start();
    const found = await pool.run('surroundings', null);
    delete process.env.LOCUTOR_TOKEN;
    delete process.env.LOCUTOR_DATABASE_URL;
    const allowed = [
      'PATH',
      'HOME',
      'TMPDIR',
      'TZ',
      'LANG',
      'LC_ALL',
      'LC_CTYPE',
      'LD_LIBRARY_PATH',
      'NODE_ENV',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'ORT_DISABLE_TELEMETRY',
    ];
    expect(Object.keys(found.environment).filter((name) => !allowed.includes(name))).toEqual([]);
    expect(found.environment.PATH).toBe(process.env.PATH);
    expect(found.arguments).toEqual([]);
    expect(found.flags).toEqual(['--max-semi-space-size=2', '--single-threaded-gc']);
  });

  test('stands behind the server for the processor and for memory', async () => {
    const { pool } = testPool();
    await pool.start();
    const found = await pool.run('surroundings', null);
    expect(found.niceness).toBeGreaterThan(getPriority());
    if (process.platform === 'linux') expect(found.sacrifice).toBe(500);
  });

  test('that prints is logged, a flood only counted', async () => {
    const { pool, logged } = testPool();
    await pool.start();
    await pool.run('print', { lines: 500 });
    await pool.drain({ timeoutMs: 5000 });
    const lines = logged.filter((entry) => entry.message === 'engine output');
    expect(lines[0]).toMatchObject({ process: 1, stream: 'stderr', line: 'line 1' });
    const dropped = logged.find((entry) => entry.message === 'engine output dropped');
    expect(lines.length + Number(dropped?.dropped)).toBe(500);
    expect(lines.length).toBeLessThan(50);
  });
});
