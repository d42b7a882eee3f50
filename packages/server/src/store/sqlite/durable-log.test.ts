import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { DurableLog } from './durable-log.ts';

const gate = { open: () => {} };
const syncs: string[] = [];

/** A log whose disk answers when the test says so. */
async function slowLog(): Promise<DurableLog> {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-log-'));
  const file = join(folder, 'a.db-wal');
  writeFileSync(file, '');
  const handle = await open(file, 'r+');
  const prototype = Object.getPrototypeOf(handle) as { datasync(): Promise<void> };
  await handle.close();
  vi.spyOn(prototype, 'datasync').mockImplementation(async () => {
    syncs.push('begun');
    await new Promise<void>((resolve) => {
      gate.open = resolve;
    });
  });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return new DurableLog(file);
}

afterEach(() => {
  vi.restoreAllMocks();
  syncs.length = 0;
});

const begun = (count: number) => vi.waitFor(() => expect(syncs).toHaveLength(count));

it('does not count what was committed after a sync began', async () => {
  const log = await slowLog();
  const over: string[] = [];
  const first = log.sync().then(() => over.push('first'));
  await begun(1);
  const later = [log.sync(), log.sync()].map((each, n) => each.then(() => over.push(`later ${n}`)));
  gate.open();
  await first;
  await begun(2);
  expect(over).toEqual(['first']);
  gate.open();
  await Promise.all(later);
  // Those that waited together needed the disk once.
  expect(syncs).toHaveLength(2);
  expect(over).toEqual(['first', 'later 0', 'later 1']);
  await log.close();
});

it('reports a disk that fails to those who wait for it, and to nobody else', async () => {
  const log = new DurableLog('/nowhere/a.db-wal');
  await expect(log.sync()).rejects.toThrow('ENOENT');
  await expect(log.sync()).rejects.toThrow('ENOENT');
  await log.close();
});
