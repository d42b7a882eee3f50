import { pino } from 'pino';
import { type AppDependencies, createApp } from '../app.ts';
import { plainTraits } from '../biometrics/testing/plain-traits.ts';
import { plainVoices } from '../biometrics/testing/plain-voices.ts';
import { loadConfig } from '../config/index.ts';
import { Grammars } from '../grammars/grammars.ts';
import { memoryJobs } from '../operations/jobs/testing.ts';
import { plainSynthesis } from '../operations/synthesize/testing.ts';

/** The app as a deployment has it, with a token check and an engine that the test decides on. */
export function appForTest(env: NodeJS.ProcessEnv = {}, changes: Partial<AppDependencies> = {}) {
  const { config } = loadConfig(env, process.cwd());
  return createApp({
    config,
    version: '0.0.0-test',
    log: pino({ level: 'silent' }),
    checkToken: async (text) => TOKENS[text],
    accessTokens: { issue: async ({ id }) => ({ text: `token-of-${id}`, expiresInSeconds: 3600 }) },
    readiness: async () => ({
      ready: true,
      models: { ready: true, missing: [] },
      database: { ready: true, reads: true, writes: true },
      engine: { status: 'ready', processes: 2, ready: 2, queued: 0, running: 0, maxQueue: 64 },
    }),
    engine: () => ({ processes: 2, ready: 2, queued: 3, running: 1, restarts: 0 }),
    grammars: new Grammars({ folder: config.grammarsDir, hosts: [], language: config.language }),
    reloadGrammars: async () => {},
    recognition: {
      emotion: { installed: () => false },
      recognizer: {
        recognize: async () => [{ status: 'no-speech', start: 0, end: 1, alternatives: [], bound: [] }],
      },
      diarizer: { diarize: async () => ({ turns: [], voices: [] }) },
      models: { ready: async () => {} },
      traits: plainTraits,
      admits: () => true,
    },
    live: { open: () => Promise.reject(new Error('no live speech in this test')) as never },
    synthesis: plainSynthesis(),
    library: { list: () => [], fetch: () => {} },
    jobs: memoryJobs(),
    answers: { find: async () => undefined },
    billing: { bill: async () => '1' },
    voices: plainVoices(),
    ...changes,
  });
}

const TOKENS: Record<string, { id: string; scopes: string[] }> = {
  'good-token': { id: 'all', scopes: ['*'] },
  'encoders-token': { id: 'encoders', scopes: ['encoders'] },
  'recognize-token': { id: 'recognize', scopes: ['recognize'] },
  'synthesize-token': { id: 'synthesize', scopes: ['synthesize'] },
  'verify-token': { id: 'verify', scopes: ['verify'] },
};
