// One process at a time installs and builds: two `npm ci` at once leave a broken node_modules.
// Plain Node: it runs before node_modules exists, and the lock cannot lie there, since npm ci removes that folder.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

const POLL_MS = 200;
/** Between the creation of a lock and the name of its holder in it. */
const NAMELESS_MS = 10_000;
/** Against a lock whose process id belongs to another program by now. No preparation takes so long. */
const LONGEST_MS = 3_600_000;

/** Calls `work` while holding the lock file; calls `onWait` once where another process holds it. */
export async function withPrepareLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = false; !create(file); ) {
    const holder = read(file);
    if (holder === undefined) continue;
    if (isStale(file, holder)) {
      discard(file, holder);
      continue;
    }
    if (!waited) onWait(holder);
    waited = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  const release = () => rmSync(file, { force: true });
  // Ctrl-C ends the process without what stands in `finally`.
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function create(file) {
  try {
    writeFileSync(file, `${process.pid} ${hostname()}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isStale(file, holder) {
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (holder === '') return age > NAMELESS_MS;
  const [pid, host] = holder.split(' ');
  return age > LONGEST_MS || (host === hostname() && !isAlive(Number(pid)));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes a stale lock. Where a living process has replaced it in between, that one is put back. */
function discard(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== holder) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
