export { busProblems } from './check-bus.ts';
export { ConfigError, type LoadedConfig, loadConfig } from './load.ts';
export { explainConfig, maskedConfig, printConfig, settingList } from './print.ts';
export { type Config, shortPath } from './settings.ts';
