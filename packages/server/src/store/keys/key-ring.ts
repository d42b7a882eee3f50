import { StoreError } from '../errors.ts';
import { type Key, newKey, readKey } from './key.ts';
import { createKeyFile, keyFileIn, readKeyFile } from './key-file.ts';

export const KEYS_SETTING = 'LOCUTOR_VOICEPRINT_KEYS';

/** Where keys come from: the setting, or a file in the data folder that may change while we run. */
export type KeySource =
  | { readonly kind: 'setting'; readonly keys: readonly Key[] }
  | { readonly kind: 'file'; readonly file: string };

export function keySource(setting: readonly string[], dataDir: string): KeySource {
  if (setting.length === 0) return { kind: 'file', file: keyFileIn(dataDir) };
  const keys = setting.map((text, index) => {
    const key = readKey(text);
    if (key !== undefined) return key;
    // Not repeated here: it may be a key with a typing error.
    throw new StoreError(
      'ERR_STORE_SETTING',
      `${KEYS_SETTING}: the key at position ${index + 1} is not 32 bytes in base64.`,
    );
  });
  return { kind: 'setting', keys };
}

/** The available keys. A key file is read again when a key is unknown; keys removed from it stay available. */
export class KeyRing {
  readonly source: KeySource;
  readonly #keys = new Map<string, Key>();
  #listed: readonly Key[] = [];

  private constructor(source: KeySource, keys: readonly Key[]) {
    this.source = source;
    this.#take(keys);
  }

  /** Undefined when the source is a file that is not there. */
  static async open(source: KeySource): Promise<KeyRing | undefined> {
    const keys = source.kind === 'setting' ? source.keys : await readKeyFile(source.file);
    return keys && new KeyRing(source, keys);
  }

  /** With a new key in a new file, or with those of a process that made the file at the same moment. */
  static async create(source: KeySource & { readonly kind: 'file' }): Promise<KeyRing> {
    await createKeyFile(source.file, [newKey()]);
    const ring = await KeyRing.open(source);
    if (ring === undefined) {
      throw new StoreError(
        'ERR_STORE_KEY',
        `The key file ${source.file} was removed while it was being created.`,
      );
    }
    return ring;
  }

  /** The one that seals. */
  get first(): Key {
    return this.#listed[0]!;
  }

  /** The name of the setting, or the file. */
  get origin(): string {
    return this.source.kind === 'setting' ? KEYS_SETTING : this.source.file;
  }

  /** Those that the source held when it was read last, in its order. */
  listed(): readonly Key[] {
    return this.#listed;
  }

  known(id: string): Key | undefined {
    return this.#keys.get(id);
  }

  async find(id: string): Promise<Key> {
    if (!this.#keys.has(id)) await this.reload();
    const key = this.#keys.get(id);
    if (key === undefined) throw missingKey(id, this.source);
    return key;
  }

  async reload(): Promise<void> {
    if (this.source.kind === 'setting') return;
    const keys = await readKeyFile(this.source.file);
    if (keys !== undefined) this.#take(keys);
  }

  #take(keys: readonly Key[]): void {
    for (const key of keys) this.#keys.set(key.id, key);
    this.#listed = keys;
  }
}

export function missingKey(id: string, source: KeySource): StoreError {
  const where = source.kind === 'setting' ? `in ${KEYS_SETTING}` : `in the key file ${source.file}`;
  return new StoreError(
    'ERR_STORE_KEY',
    `The database holds voiceprints that were encrypted with the key ${id}, which is not ${where}. ` +
      'Put the key back; every server of one database needs the same keys.',
  );
}
