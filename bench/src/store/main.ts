// npm run bench -- store [users]: what the biometric repository costs, small and large, on both databases.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { enrol, fill, userId, VOICEPRINT_BYTES } from './fill.ts';
import { openStore, type Store, startPostgres } from './server-store.ts';

const FEW = 100;
const MANY = Number(process.argv[2] ?? 100_000);
const LOOKUPS = 300;
const SECONDS = 4;

/** Ids of different users; where more are wanted than the small scenario has, as many unknown ones in both. */
function someOf(users: number, wanted: number): string[] {
  const known = Math.min(wanted, FEW);
  const step = Math.floor(users / known);
  const offset = Math.floor(Math.random() * users);
  return [
    ...Array.from({ length: known }, (_, index) => userId((offset + index * step) % users)),
    ...Array.from({ length: wanted - known }, (_, index) => `unknown ${index}`),
  ];
}

/** Median milliseconds of looking up so many voices; small and large take turns, so that noise meets both. */
async function lookups(store: Store, wanted: number): Promise<Map<number, number>> {
  const times = new Map<number, number[]>([
    [FEW, []],
    [MANY, []],
  ]);
  for (let turn = 0; turn < LOOKUPS; turn++) {
    for (const [users, list] of times) {
      const ids = someOf(users, wanted);
      const start = performance.now();
      await store.biometrics.voiceprints({ repository: 'default', scenario: `of${users}` }, ids);
      list.push(performance.now() - start);
    }
  }
  return new Map([...times].map(([users, list]) => [users, median(list)]));
}

/** How often a second, with so many callers at once. */
async function rate(callers: number, work: (count: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - start < SECONDS * 1000) await work(done++);
    }),
  );
  return done / ((performance.now() - start) / 1000);
}

async function measure(kind: string, url: string): Promise<string[][]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'locutor-bench-'));
  const store = await openStore(url, { dataDir, log: console });
  const caller = { actor: 'bench', requestId: 'bench' };
  for (const users of [FEW, MANY]) {
    await store.biometrics.createScenario({ repository: 'default', scenario: `of${users}` }, '', caller);
    await fill(url, dataDir, `of${users}`, users);
  }
  const rows: string[][] = [];
  for (const wanted of [1, 128]) {
    const found = await lookups(store, wanted);
    const [few = 0, many = 0] = [found.get(FEW), found.get(MANY)];
    const times = [`${few.toFixed(2)} ms`, `${many.toFixed(2)} ms`, `${(many / few).toFixed(2)} ×`];
    rows.push([kind, `voiceprints of ${wanted}`, ...times]);
  }
  const users = (count: number) => [{ userId: userId(count), outcome: 'ACCEPTED' }];
  const record = {
    operation: 'verify',
    repository: 'default',
    audioMs: 4_000,
    speechMs: 3_000,
    outcome: 'DONE',
  } as const;
  for (const callers of [1, 8]) {
    const rates: { [work: string]: number[] } = { enrolments: [], 'verify records': [] };
    for (const size of [FEW, MANY]) {
      const scenario = `of${size}`;
      rates.enrolments?.push(
        await rate(callers, (count) => enrol(store, scenario, `new ${callers} ${count}`)),
      );
      rates['verify records']?.push(
        await rate(callers, (count) =>
          store.biometrics.record({ ...record, scenario, users: users(count), caller }),
        ),
      );
    }
    for (const [work, [few = 0, many = 0]] of Object.entries(rates)) {
      const label = `${work}, ${callers} at once`;
      rows.push([
        kind,
        label,
        `${few.toFixed(0)} /s`,
        `${many.toFixed(0)} /s`,
        `${(few / many).toFixed(2)} ×`,
      ]);
    }
  }
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
  return rows;
}

console.log(
  `voiceprints of ${VOICEPRINT_BYTES} bytes; lookups: median of ${LOOKUPS}; every write synced to the disk\n`,
);
const heading = ['database', 'work', `${FEW} users`, `${MANY} users`, 'cost'];
const rows = [heading, ...(await measure('SQLite', 'sqlite:bench.db'))];
const postgres = await startPostgres({ asShipped: true });
if ('unavailable' in postgres) console.log(`PostgreSQL is left out: ${postgres.unavailable}\n`);
else {
  rows.push(...(await measure('PostgreSQL', await postgres.createDatabase())));
  await postgres.stop();
}
console.log(table(rows));
