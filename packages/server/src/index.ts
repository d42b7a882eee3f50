export { type Config, ConfigError, loadConfig } from './config/index.ts';
export { Grammars } from './grammars/index.ts';
export { type AppDependencies, createApp } from './http/app.ts';
export { createLog } from './http/log.ts';
