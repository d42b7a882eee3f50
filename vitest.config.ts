import { configDefaults, defineConfig } from 'vitest/config';
import LongFilesFirst from './scripts/long-files-first.ts';

/**
 * Mocked modules would stay mocked for the files that follow; a process that has run models keeps their memory, and
 * tests of engine processes count the processes and handles of their own.
 */
const APART = [
  'packages/inference/src/align/align-words.test.ts',
  'packages/engine/src/bus/fleet.test.ts',
  'packages/engine/src/pool/*.test.ts',
  'packages/inference/src/jobs/*.test.ts',
  'packages/inference/src/vad/silero.test.ts',
  'packages/inference/src/speech/*.test.ts',
  'packages/inference/src/synthesis/generator/*.test.ts',
  'packages/grammar/src/worker/pool-thread.test.ts',
  'packages/models/src/prepare-unstarted.test.ts',
  'packages/server/src/grammars/file/read-inside.test.ts',
];
const UNITS = ['packages/*/{src,test}/**/*.test.ts', 'bench/src/**/*.test.ts', 'training/**/*.test.mjs'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // These files share the modules of a worker. 42 files of the server took 100 s of processor time when each
        // imported its own, and take 39 s.
        test: {
          name: 'units',
          include: UNITS,
          exclude: [...configDefaults.exclude, ...APART],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [...APART, 'test/**/*.test.ts'],
        },
      },
    ],
    globalSetup: './scripts/temporary-folder.ts',
    // Some tests load onnxruntime themselves; engine processes are started with it.
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // What is built is loaded as it is; passing it through Vite costs every file a second.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    // More than the two cores of the machine that we measure on: many files wait for clocks and for processes.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    // Against hangs only: a machine may be ten times as busy as ours.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most polls ask a server for its metrics, which takes the processor from what is waited for.
    expect: { poll: { timeout: 120_000, interval: 50 } },
    reporters: ['default', './scripts/closing-line.mjs'],
  },
});
