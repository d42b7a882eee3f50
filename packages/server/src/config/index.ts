export { ConfigError, type LoadedConfig, loadConfig } from './load.ts';
export { explainConfig, maskedConfig, printConfig } from './print.ts';
export { type Config, shortPath } from './settings.ts';
