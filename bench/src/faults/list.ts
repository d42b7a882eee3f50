import { clockJumps } from './clock-jumps.ts';
import { databaseGone } from './database-gone.ts';
import { descriptors } from './descriptors.ts';
import { engineKilled } from './engine-killed.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { grammarThreadEnded } from './grammar-thread-ended.ts';
import { mainKilled } from './main-killed.ts';
import { postgresKilled } from './postgres-killed.ts';
import { readOnly } from './read-only.ts';
import { sigterm } from './sigterm.ts';
import { slowClients } from './slow-clients.ts';
import { vanishingClients } from './vanishing-clients.ts';
import { watchdogKilled } from './watchdog-killed.ts';
import { natsKilled, workerEngineKilled, workerKilled } from './worker-killed.ts';

/** Every fault, in the order of the manual. */
export const faults: readonly Fault[] = [
  engineKilled,
  mainKilled,
  watchdogKilled,
  grammarThreadEnded,
  workerEngineKilled,
  workerKilled,
  natsKilled,
  postgresKilled,
  sigterm,
  fullDisk,
  readOnly,
  databaseGone,
  clockJumps,
  descriptors,
  slowClients,
  vanishingClients,
];
