export { type AppDependencies, createApp } from './app.ts';
export { type Config, ConfigError, loadConfig } from './config/index.ts';
export { Grammars } from './grammars/index.ts';
export { createLog } from './http/log.ts';
export { startTracing } from './tracing/start-tracing.ts';
