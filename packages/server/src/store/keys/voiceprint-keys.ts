import type { Caller } from '../biometrics/types.ts';
import type { Database } from '../database.ts';
import type { StoreError } from '../errors.ts';
import { writeAudit } from '../records/write.ts';
import type { StoreCalls } from '../store-calls.ts';
import type { KeyRing } from './key-ring.ts';
import { type RotationReport, rotateKeys } from './rotation.ts';

export interface KeyInfo {
  readonly id: string;
  readonly voiceprints: number;
  /** Whether new voiceprints are sealed with it. */
  readonly seals: boolean;
}

/** What an operator does with the keys of the voiceprints. */
export class VoiceprintKeys {
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #ring: KeyRing;

  constructor(database: Database, calls: StoreCalls, ring: KeyRing) {
    this.#database = database;
    this.#calls = calls;
    this.#ring = ring;
  }

  /** Where the keys come from: the name of the setting, or the file. */
  get origin(): string {
    return this.#ring.origin;
  }

  list(): Promise<KeyInfo[]> {
    return this.#calls.run(async () => {
      const { db } = this.#database;
      const chosen = await db.selectFrom('voiceprint_key').select('key_id').executeTakeFirst();
      const rows = await db
        .selectFrom('voices')
        .select(['key_id', ({ fn }) => fn.countAll<number>().as('voiceprints')])
        .groupBy('key_id')
        .execute();
      const counts = new Map(rows.map(({ key_id, voiceprints }) => [key_id, voiceprints]));
      await this.#ring.reload();
      const seals = chosen?.key_id ?? this.#ring.first.id;
      return this.#ring.listed().map(({ id }) => ({
        id,
        voiceprints: counts.get(id) ?? 0,
        seals: id === seals,
      }));
    });
  }

  rotate(caller: Caller): Promise<RotationReport> {
    return this.#calls.run(async () => {
      try {
        return await rotateKeys(this.#database, this.#ring, caller);
      } catch (error) {
        await this.#auditFailure(this.#database.explain(error), caller);
        throw error;
      }
    });
  }

  async #auditFailure({ code: outcome }: StoreError, caller: Caller): Promise<void> {
    const { db } = this.#database;
    const noted = db.transaction().execute((transaction) => {
      return writeAudit(transaction, { action: 'keys.rotate', outcome, caller });
    });
    // A database that fails keeps no entry either; what it failed with is what the operator must know.
    await noted.catch(() => {});
  }
}
