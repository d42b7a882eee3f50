import { configDefaults, defineConfig } from 'vitest/config';

const TEXT = 'packages/text/src/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Pure functions, which nothing mocks: its files share their modules. Imports took 17.1 and 20.1 s of twelve
        // files, and take 9.3 and 9.7 s; the whole run 33.6 and 38.6 s, now 24.9 and 23.2 s.
        test: { name: 'text', include: [TEXT], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'all others',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'training/**/*.test.mjs',
            'test/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, TEXT],
        },
      },
    ],
    // Some tests load onnxruntime themselves; engine processes are started with it.
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // Two cores: engine processes need one of them.
    maxWorkers: 2,
    // Against hangs only: a machine may be ten times as busy as ours.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    reporters: ['default', './scripts/closing-line.mjs'],
  },
});
