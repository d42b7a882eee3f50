import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { StoreError } from '../errors.ts';
import type { JobsTable } from '../schema.ts';
import type { Key } from './key.ts';
import type { KeyRing } from './key-ring.ts';
import { sealBytes, unsealBytes } from './seal.ts';

type KeyColumns = Pick<Selectable<JobsTable>, 'id' | 'key_id' | 'sealed_key'>;

/** Tables whose rows have a key of their own. What they are bound to says `job`, after the first of them. */
export const KEYED_TABLES = ['jobs', 'first_answers'] as const;

/**
 * The key of one row: of a job, or of an answer. Hours of audio are sealed with it, and it alone with the key of the
 * store: a rotation of that key seals 60 bytes again, and once the row is gone nobody can read what may be left of it.
 */
export class RowKey {
  readonly #id: string;
  readonly #bytes: Buffer;

  private constructor(id: string, bytes: Buffer) {
    this.#id = id;
    this.#bytes = bytes;
  }

  static make(id: string): RowKey {
    return new RowKey(id, randomBytes(32));
  }

  static async open({ id, key_id, sealed_key }: KeyColumns, ring: KeyRing): Promise<RowKey> {
    const key = await ring.find(key_id);
    const bytes = unsealBytes(key.bytes, sealed_key, ['job key', key.id, id]);
    if (bytes === undefined) throw damaged(id);
    return new RowKey(id, bytes);
  }

  /** As the row holds it. */
  sealedWith(key: Key): Pick<JobsTable, 'key_id' | 'sealed_key'> {
    return { key_id: key.id, sealed_key: sealBytes(key.bytes, this.#bytes, ['job key', key.id, this.#id]) };
  }

  /** `part` says what it is, so that no part can take the place of another. */
  seal(part: string, plain: Uint8Array): Buffer {
    return sealBytes(this.#bytes, plain, ['job', this.#id, part]);
  }

  unseal(part: string, sealed: Uint8Array): Buffer {
    const plain = unsealBytes(this.#bytes, sealed, ['job', this.#id, part]);
    if (plain === undefined) throw damaged(this.#id);
    return plain;
  }
}

function damaged(id: string): StoreError {
  return new StoreError(
    'ERR_STORE_DAMAGED',
    `The row ${id} was changed after it was stored: it cannot be decrypted.`,
  );
}
