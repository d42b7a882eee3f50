import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'bench/src/**/*.test.ts',
      'training/*/*.test.mjs',
      'test/**/*.test.ts',
    ],
    // Two cores: engine processes need one of them.
    maxWorkers: 2,
    // Against hangs only: a machine may be ten times as busy as ours.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    reporters: ['default', './scripts/closing-line.mjs'],
  },
});
