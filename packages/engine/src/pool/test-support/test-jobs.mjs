// Job kinds for tests only: engine processes of a test pool import this file as their registry.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { JobError, ModelFileError } from '@locutor/contract';

const kept = [];

function bytesOf(megabytes) {
  return Buffer.alloc(megabytes * 2 ** 20, 1);
}

function unloadable() {
  return new ModelFileError('the test model', '/models/test/model.onnx', new Error('bad magic'));
}

function spin() {
  for (;;);
}

export const jobs = [
  {
    kind: 'echo',
    async load({ settings }) {
      if (settings.start === 'throw') throw new Error('the test model is missing');
      if (settings.start === 'unloadable') throw unloadable();
      if (settings.start === 'exit') process.exit(3);
      if (settings.start === 'hang') spin();
      if (settings.start === 'grow') kept.push(bytesOf(settings.megabytes));
      if (settings.startWhen && !existsSync(settings.startWhen))
        throw new Error('the test model is not there yet');
    },
    run: async (input) => input,
  },
  { kind: 'pid', run: async () => process.pid },
  { kind: 'append', run: async ({ path, line }) => appendFileSync(path, `${line}\n`) },
  {
    kind: 'sleep',
    async run({ ms }, context) {
      const end = Date.now() + ms;
      while (Date.now() < end) {
        await pause(2);
        await context.checkpoint();
      }
      return ms;
    },
  },
  {
    kind: 'compute',
    // Never waits: only the checkpoint lets a cancel in.
    async run(_input, context) {
      for (;;) await context.checkpoint();
    },
  },
  { kind: 'spin', run: async () => spin() },
  {
    kind: 'wait',
    // Turns its event loop and answers pings, but waits for something that never comes.
    run: () => new Promise(() => {}),
  },
  {
    kind: 'die',
    async run({ how, path }) {
      if (path) appendFileSync(path, 'ran\n');
      if (how === 'kill') process.kill(process.pid, 'SIGKILL');
      if (how === 'exit') process.exit(7);
      setImmediate(() => {
        throw new Error('nobody catches this');
      });
      await pause(60_000);
    },
  },
  {
    kind: 'grow',
    async run(_input, context) {
      const held = [];
      for (;;) {
        held.push(bytesOf(8));
        await pause(5);
        await context.checkpoint();
      }
    },
  },
  {
    kind: 'keep',
    async run({ bytes }) {
      kept.push(Buffer.alloc(bytes, 1));
    },
  },
  {
    kind: 'refuse',
    run: async ({ code, message, data }) => Promise.reject(new JobError(code, message, { data })),
  },
  { kind: 'unloadable', run: async () => Promise.reject(unloadable()) },
  { kind: 'fault', run: async () => Promise.reject(new TypeError('secret detail')) },
  { kind: 'unsendable', run: async () => () => 'a function' },
  {
    kind: 'count',
    async run({ to, after }, context) {
      for (let n = 1; n <= to; n++) context.emit(n);
      if (after === 'kill') process.kill(process.pid, 'SIGKILL');
      if (after === 'compute') for (;;) await context.checkpoint();
      return to;
    },
  },
  {
    kind: 'hang-later',
    // Answers, then never turns its event loop again.
    async run() {
      setTimeout(spin, 20);
    },
  },
  {
    kind: 'surroundings',
    run: async () => ({
      environment: { ...process.env },
      arguments: process.argv.slice(2),
      flags: process.execArgv,
      niceness: getPriority(),
      sacrifice:
        process.platform === 'linux' ? Number(readFileSync('/proc/self/oom_score_adj', 'utf8')) : undefined,
    }),
  },
  {
    kind: 'print',
    async run({ lines }) {
      for (let n = 1; n <= lines; n++) console.error(`line ${n}`);
      // Under load the pipe is full for a while; what is still queued here would end with the process.
      await new Promise((resolve) => process.stderr.write('', resolve));
    },
  },
  {
    kind: 'inside',
    async run() {
      setFlagsFromString('--expose-gc');
      const collectGarbage = runInNewContext('gc');
      // Several times: freed byte arrays leave the books only after a collection, and take another one with them.
      for (let n = 0; n < 4; n++) {
        collectGarbage();
        await pause(1);
      }
      const { heapUsed, external, rss } = process.memoryUsage();
      const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
      return {
        heldBytes: heapUsed + external,
        rss,
        listeners,
        resources: process.getActiveResourcesInfo().length,
      };
    },
  },
];
