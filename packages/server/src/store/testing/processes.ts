import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './databases.ts';
import type { Task } from './tasks.ts';

type Report = { readonly done: string | null } | { readonly failed: string };

// Node 20 cannot run TypeScript, so the processes run what the build made of worker.ts.
const WORKER = fileURLToPath(new URL('../../../dist/store/testing/worker.js', import.meta.url));

/** Lets several processes do one task on one database at the same moment; gives what each of them reports. */
export async function inProcesses(
  count: number,
  task: Task,
  database: TestDatabase,
): Promise<(string | null)[]> {
  const children = await Promise.all(Array.from({ length: count }, () => prepared(task, database)));
  const reports = children.map((child) => once(child, 'message') as Promise<[Report]>);
  for (const child of children) child.send('go');
  return (await Promise.all(reports)).map(([report]) => {
    if ('failed' in report) throw new Error(report.failed);
    return report.done;
  });
}

/** Lets one process work until it is killed without warning; gives what it had reported by then. */
export async function untilKilled(task: Task, afterMs: number, database: TestDatabase): Promise<string[]> {
  const child = await prepared(task, database);
  const reports: string[] = [];
  child.on('message', (report: Report) => {
    if ('done' in report && report.done !== null) reports.push(report.done);
  });
  const gone = once(child, 'exit');
  const first = once(child, 'message');
  child.send('go');
  await first;
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  await gone;
  return reports;
}

/** The tokens that one process issued and acknowledged before it was killed. */
export function issuedUntilKilled(afterMs: number, database: TestDatabase): Promise<string[]> {
  return untilKilled('issue-until-killed', afterMs, database);
}

async function prepared(task: Task, { url, dataDir }: TestDatabase): Promise<ChildProcess> {
  if (!existsSync(WORKER)) throw new Error('run "npm run build" first: the tests start built processes');
  const child = fork(WORKER, [task, url, dataDir]);
  await once(child, 'message');
  return child;
}
