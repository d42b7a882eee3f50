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
  const reports = children.map((child) => nextMessage(child) as Promise<Report>);
  for (const child of children) child.send('go');
  return (await Promise.all(reports)).map((report) => {
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
  const first = nextMessage(child);
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
  for (let attempt = 1; ; attempt++) {
    const child = fork(WORKER, [task, url, dataDir], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
    try {
      await nextMessage(child);
      return child;
    } catch (error) {
      // A machine that is busy enough makes opening the database time out.
      if (attempt === 3) throw error;
    }
  }
}

/** What the process sends next. Rejects, with what it wrote, where it ends before: waiting for it would hang the test. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  let written = '';
  const write = (chunk: Buffer) => {
    written = (written + chunk).slice(-2_000);
  };
  child.stderr?.on('data', write);
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'close', { signal }).then(([status, name]) => {
    throw new Error(`the test process ended with ${status ?? name}: ${written}`);
  });
  const message = once(child, 'message', { signal }).then(([first]) => first as unknown);
  try {
    return await Promise.race([message, ended]);
  } finally {
    child.stderr?.off('data', write);
    over.abort();
    await Promise.allSettled([message, ended]);
  }
}
