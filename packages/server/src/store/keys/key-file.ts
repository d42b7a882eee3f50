import { randomBytes } from 'node:crypto';
import { link, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '@locutor/models';
import { StoreError } from '../errors.ts';
import { type Key, readKey } from './key.ts';

const NAME = 'voiceprint.key';
const HEADING =
  '# Keys of the voiceprints in the database. Without them no enrolled voice can be read. The first one encrypts.';
const LEFTOVER = /\.[0-9a-f]{12}$/;
const LINE = /^([0-9a-f]{16}) ([A-Za-z0-9+/]{43}=)$/;

export function keyFileIn(dataDir: string): string {
  return join(dataDir, NAME);
}

/** The keys of the file, the one that seals first; undefined when there is no file. */
export async function readKeyFile(file: string): Promise<Key[] | undefined> {
  let text: string;
  try {
    const handle = await open(file, 'r');
    try {
      const { mode } = await handle.stat();
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw tooOpen(file, mode);
      text = await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const reason = `The key file ${file} cannot be read: ${(error as Error).message}.`;
    throw new StoreError('ERR_STORE_KEY', reason, { cause: error });
  }
  return parse(text, file);
}

/** Puts the keys in a new file; false when there is one already, of another process that was faster. */
export async function createKeyFile(file: string, keys: readonly Key[]): Promise<boolean> {
  return placed(file, keys, async (temporary) => {
    try {
      // Unlike a rename this never replaces what is there.
      await link(temporary, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  });
}

/** Puts the keys in the place of those in the file, at one moment: a crash leaves the old ones or the new ones. */
export async function replaceKeyFile(file: string, keys: readonly Key[]): Promise<void> {
  await placed(file, keys, (temporary) => rename(temporary, file));
  await removeLeftovers(file);
}

/** What a killed process was about to put in place: a second copy of keys that nobody looks after. */
async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(file)}.`));
  for (const name of names.filter((each) => LEFTOVER.test(each)))
    await rm(join(folder, name), { force: true });
}

async function placed<T>(
  file: string,
  keys: readonly Key[],
  place: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await makeFolder(dirname(file), 0o700);
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(write(keys));
      await handle.sync();
    } finally {
      await handle.close();
    }
    const done = await place(temporary);
    await syncFolder(dirname(file));
    return done;
  } catch (error) {
    await rm(temporary, { force: true });
    const reason = `The key file ${file} cannot be written: ${(error as Error).message}.`;
    throw new StoreError('ERR_STORE_KEY', reason, { cause: error });
  }
}

/** Without it a power cut may undo the new name although the content of the file was synced. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Each line carries the id of its key, which is a hash of it: a damaged key does not pass for another one. */
function write(keys: readonly Key[]): string {
  return `${[HEADING, ...keys.map(({ id, bytes }) => `${id} ${bytes.toString('base64')}`)].join('\n')}\n`;
}

function parse(text: string, file: string): Key[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const keys = lines.map((line) => {
    const [, id, secret = ''] = LINE.exec(line) ?? [];
    const key = readKey(secret);
    return key?.id === id ? key : undefined;
  });
  // The last newline is the mark that nothing was cut off.
  if (keys.length === 0 || keys.includes(undefined) || !text.endsWith('\n')) {
    throw new StoreError(
      'ERR_STORE_KEY',
      `The key file ${file} is damaged. Put back a copy of it; without its keys enrolled voices cannot be read.`,
    );
  }
  return keys as Key[];
}

function tooOpen(file: string, mode: number): StoreError {
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return new StoreError(
    'ERR_STORE_KEY',
    `The key file ${file} has the mode ${shown}, so others may read it. Make it 0600 ("chmod 600 ${file}").`,
  );
}
