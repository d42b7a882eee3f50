import { hostname } from 'node:os';
import type { BusOptions } from '@locutor/engine';
import type { Config } from '../config/index.ts';

/** Where the bus is, as the configuration has it. */
export function busOptions(config: Config): BusOptions {
  return {
    servers: config.busUrl,
    name: hostname(),
    credentialsFile: config.busCredentialsFile,
    nkeyFile: config.busNkeyFile,
    caFile: config.busCaFile,
    certFile: config.busCertFile,
    keyFile: config.busKeyFile,
  };
}
