import { FirstAnswers } from './answers/first-answers.ts';
import { type BackupOptions, type BackupReport, filesInUse, writeBackup } from './backup/backup.ts';
import { BiometricStore } from './biometrics/biometric-store.ts';
import type { Biometrics } from './biometrics/types.ts';
import type { Database, StoreLog } from './database.ts';
import { StoreError } from './errors.ts';
import { JobStore } from './jobs/job-store.ts';
import { keySource } from './keys/key-ring.ts';
import { openKeys } from './keys/open-keys.ts';
import { SigningKeys } from './keys/signing-keys.ts';
import { VoiceprintKeys } from './keys/voiceprint-keys.ts';
import { locateStore, type StoreLocation } from './location.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres/open.ts';
import type { SharedRates } from './postgres/shared-rates.ts';
import { RecordStore } from './records/record-store.ts';
import { openSqlite } from './sqlite/open.ts';
import { type OnCall, StoreCalls } from './store-calls.ts';
import { TokenStore } from './tokens/token-store.ts';
import { WriteHealth } from './write-health.ts';

/** A health check is answered within this time even when the database does not answer at all. */
const READY_MS = 2_000;

export interface StoreOptions {
  /** The folder that relative `sqlite:` paths start from, and of the key file. */
  readonly dataDir: string;
  /** Keys of 32 bytes in base64, the one that seals first; without any, those of the key file. */
  readonly voiceprintKeys?: readonly string[];
  readonly log: StoreLog;
  readonly onCall?: OnCall;
}

export interface Store {
  readonly tokens: TokenStore;
  readonly biometrics: Biometrics;
  readonly keys: VoiceprintKeys;
  readonly signingKeys: SigningKeys;
  readonly records: RecordStore;
  readonly jobs: JobStore;
  readonly answers: FirstAnswers;
  /** Of a database on another machine. */
  readonly connections?: Database['connections'];
  /** Files of the database and of its keys, for who writes files beside them. */
  readonly filesInUse: readonly string[];
  /** Counts callers for all servers of this database; undefined where there is one server. */
  readonly rates: SharedRates | undefined;
  /** Has this process heed what others change, at once where the database can tell. */
  follow(): void;
  /** Tells every server of this database to fetch grammars again. */
  reloadGrammars(): Promise<void>;
  /** Calls back when somebody does. */
  onReloadGrammars(listener: () => void): void;
  /** Writes everything to a file while the database is in use; see `restoreStore` for the way back. */
  backup(file: string, options: BackupOptions): Promise<BackupReport>;
  /** Rejects with a StoreError unless the database answers in time. */
  ready(): Promise<void>;
  /** Rejects with a StoreError where the database answers but cannot be written, on a full disk for instance. */
  writable(): Promise<void>;
  /** Waits for calls in progress; later ones are refused. May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens the database and brings its schema up to date.
 *
 * @param url `sqlite:path` or `postgres://user:password@host/name`; `sqlite:locutor.db` when absent.
 */
export async function openStore(url: string | undefined, options: StoreOptions): Promise<Store> {
  const { dataDir, log, voiceprintKeys = [], onCall } = options;
  const source = keySource(voiceprintKeys, dataDir);
  const database = await openDatabase(locateStore(url, dataDir), log);
  const writes = new WriteHealth(database, log);
  const calls = new StoreCalls(database, writes.note, onCall);
  try {
    await calls.run(() => migrate(database));
    const keys = await calls.run(() => openKeys(database, source));
    const tokens = new TokenStore(database, calls, log);
    const answers = new FirstAnswers(database, calls, keys);
    const signingKeys = new SigningKeys(database, calls, keys);
    return {
      tokens,
      biometrics: new BiometricStore(database, calls, keys, answers, log),
      keys: new VoiceprintKeys(database, calls, keys),
      signingKeys,
      records: new RecordStore(database, calls, answers),
      jobs: new JobStore(database, calls, keys, answers),
      answers,
      ...(database.connections && { connections: database.connections }),
      rates: database.rates,
      follow() {
        tokens.follow();
        signingKeys.follow();
      },
      reloadGrammars: () => calls.run(() => database.signals.send(database.db, { topic: 'grammars' })),
      onReloadGrammars(listener) {
        database.signals.listen(({ topic }) => topic === 'grammars' && listener());
      },
      filesInUse: filesInUse(database, keys),
      backup: (file, options) => calls.run(() => writeBackup(database, keys, file, options)),
      ready: probe(database, calls),
      writable: () => writes.check(calls),
      close: () => calls.close(),
    };
  } catch (error) {
    await calls.close();
    throw error;
  }
}

export function openDatabase(location: StoreLocation, log: StoreLog): Promise<Database> {
  return location.kind === 'sqlite'
    ? openSqlite(location.file)
    : openPostgres(location.url, location.shown, log);
}

/** Callers share one query: health checks of a database that hangs must not eat up its connections. */
function probe(database: Database, calls: StoreCalls): () => Promise<void> {
  let asking: Promise<unknown> | undefined;
  return async () => {
    asking ??= calls
      .run(() => database.db.selectFrom('tokens').select('id').limit(1).execute())
      .finally(() => {
        asking = undefined;
      });
    await inTime(asking);
  };
}

function inTime(work: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const reason = `The database did not answer within ${READY_MS} ms.`;
    const timer = setTimeout(() => reject(new StoreError('ERR_STORE_UNREACHABLE', reason)), READY_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
