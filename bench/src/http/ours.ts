// The real HTTP shell with everything on that a deployment has on: access log, metrics, security headers.

import { createApp, createLog, Grammars, loadConfig, startTracing } from '@locutor/server';
import { Traits, VoiceScorer } from '@locutor/voices';
import { served } from './served.ts';

const { config } = loadConfig({ LOCUTOR_LOG_FORMAT: 'json' }, process.cwd());
const log = createLog(config);
// Where the benchmark names a collector, requests are traced.
const tracing = await startTracing(process.env.BENCH_COLLECTOR ?? '', log);
const engine = { processes: 0, ready: 0, queued: 0, running: 0, restarts: 0 };
const traits = Traits.load();
const app = await createApp({
  config,
  version: 'bench',
  log,
  tracing: tracing !== undefined,
  checkToken: async (token) => (token === 'bench-token' ? { id: 'bench', scopes: ['*'] } : undefined),
  accessTokens: { issue: () => Promise.reject(new Error('not measured here')) },
  readiness: () => Promise.reject(new Error('not measured here')),
  engine: () => engine,
  grammars: new Grammars({ folder: config.grammarsDir, hosts: [], language: config.language }),
  reloadGrammars: async () => {},
  recognition: {
    recognizer: { recognize: () => Promise.reject(new Error('not measured here')) },
    diarizer: { diarize: () => Promise.reject(new Error('not measured here')) },
    models: { ready: async () => {} },
    traits,
    emotion: { installed: () => false },
    admits: () => true,
  },
  live: { open: () => Promise.reject(new Error('not measured here')) as never },
  synthesis: {
    synthesizer: { synthesize: () => Promise.reject(new Error('not measured here')) },
    models: { ready: async () => {} },
    library: { list: () => [] },
    admits: () => true,
  },
  jobs: {} as never,
  answers: { find: async () => undefined },
  library: { list: () => [], fetch: () => {} },
  billing: { bill: () => Promise.reject(new Error('not measured here')) },
  voices: {
    speakers: { listen: () => Promise.reject(new Error('not measured here')) },
    scorer: VoiceScorer.load(),
    traits,
    biometrics: {} as never,
    audit: { note: async () => {} },
    challenges: { prepare: () => Promise.reject(new Error('not measured here')) },
    antispoofing: {} as never,
    admits: () => true,
  },
});
served(await app.listen({ port: 0, host: '127.0.0.1' }));
