/** The short-lived process that runs one preparer: it takes one job, writes the files, answers and ends. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { NamedBytes, Preparer } from '@locutor/graphs';
import { writeAtomically } from './atomic-file.ts';
import { errorMessage } from './errors.ts';
import { type Stamp, stampOf, writeStamp } from './stamp.ts';

export interface PrepareJob {
  /** A file that exports `preparers`. */
  module: string;
  preparer: string;
  /** Paths by store name. */
  inputs: Record<string, string>;
  /** The empty folder that receives the outputs and their stamp. */
  out: string;
}

export interface PrepareResult {
  /** Why it failed; absent when all is well. */
  problem?: string;
}

async function prepare(job: PrepareJob): Promise<void> {
  const { preparers } = (await import(pathToFileURL(job.module).href)) as { preparers: readonly Preparer[] };
  const preparer = preparers.find((p) => p.name === job.preparer);
  if (!preparer) throw new Error(`there is no preparer called ${job.preparer}`);
  const inputs: NamedBytes = {};
  for (const [name, path] of Object.entries(job.inputs)) inputs[name] = await readFile(path);
  const outputs = await preparer.run(inputs);
  const stamp: Stamp = {};
  for (const name of preparer.outputs) {
    const bytes = outputs[name];
    if (!bytes) throw new Error(`${preparer.name} did not make ${name}`);
    await writeAtomically(job.out, name, bytes);
    stamp[name] = stampOf(job.out, name, createHash('sha256').update(bytes).digest('hex'));
  }
  await writeStamp(job.out, stamp);
}

// Whoever asked is gone, and with it the use of an answer.
process.once('disconnect', () => process.exit(1));

process.once('message', (job: PrepareJob) => {
  prepare(job)
    .then((): PrepareResult => ({}))
    .catch((error): PrepareResult => ({ problem: errorMessage(error) }))
    .then((result) => process.send?.(result, () => process.exit()));
});
