import { Parser, type ReadEntry } from 'tar';
import { cutRange } from '../byte-range.ts';
import { errorMessage, ModelError } from '../errors.ts';
import { metered, type Transfer, type Wanted } from './source.ts';

/**
 * Delivers wanted files out of a (gzipped) npm tarball while it streams by. Other entries are skipped unwritten,
 * and reading stops with the last wanted file: each file is pinned by its own hash, so the rest of the archive
 * has nothing left to prove. Stopping saves 35 % of the voice activity download, 5 % of Moonshine base's.
 */
export async function takeFromTarball(chunks: AsyncIterable<Uint8Array>, transfer: Transfer): Promise<void> {
  const left = new Map(transfer.wanted.map((wanted) => [wanted.file.path, wanted]));
  let entries = 0;
  let failed = false;
  let rejectFailure: (error: unknown) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    rejectFailure = reject;
  });
  failure.catch(() => {});
  let open: ReadEntry | undefined;
  let delivering: Promise<void> = Promise.resolve();

  function fail(error: unknown): void {
    failed = true;
    rejectFailure(error);
    // Whoever reads the entry would otherwise wait for bytes that never come.
    open?.destroy(error);
  }

  /** One at a time: a file is kept, and its stamp written, before the next is begun. */
  async function deliver(previous: Promise<void>, entry: ReadEntry, wanted: Wanted): Promise<void> {
    await previous;
    if (failed) return;
    open = entry;
    const range = wanted.file.range;
    await transfer.deliver(wanted, range ? cutRange(entry, range) : entry);
    left.delete(wanted.file.path);
    entry.resume();
  }

  const parser = new Parser({
    strict: true,
    filter: (path) => {
      entries++;
      return left.has(pathInPackage(path));
    },
    onReadEntry(entry) {
      const wanted = left.get(pathInPackage(entry.path));
      if (!wanted) return void entry.resume();
      // Destroying an entry that nobody reads yet would otherwise throw out of `fail`.
      entry.on('error', () => {});
      delivering = deliver(delivering, entry, wanted);
      delivering.catch(fail);
    },
  });
  parser.on('error', (error) => fail(damaged(error)));
  let wake = () => {};
  parser.on('drain', () => wake());
  const ended = new Promise((resolve) => parser.once('end', resolve));

  try {
    for await (const chunk of metered(chunks, transfer.onBytes)) {
      const drained = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (!parser.write(chunk)) await Promise.race([drained, failure]);
      if (failed) await failure;
      if (left.size === 0) return;
    }
    parser.end();
    await Promise.race([ended, failure]);
    if (entries === 0) throw damaged(new Error('it holds no files'));
    await delivering;
  } catch (error) {
    fail(error);
    await delivering.catch(() => {});
    throw error;
  }
}

/** npm's tarballs hold everything under one folder, usually but not always called `package`. */
function pathInPackage(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

function damaged(error: unknown): ModelError {
  return new ModelError('damaged', `The archive ended early or is damaged: ${errorMessage(error)}.`, error);
}
