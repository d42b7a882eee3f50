import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLongClip } from './clips.ts';
import { graphFiles, type recognizerGraphs, recognizerGraphs as shapes } from './models-graphs.ts';
import { PreparedLoop } from './prepared-loop.ts';
import { publishedLoop } from './published-loop.ts';
import { open } from './sessions.ts';

export type Kind = 'published' | 'prepared';

export interface Memory {
  loadMs: number;
  loadedMb: number;
  workedMb: number;
}

/** Opens and uses one kind of graphs in a process of its own, since memory once touched stays. */
export function measureMemory(
  kind: Kind,
  folder: string,
  model: keyof typeof recognizerGraphs,
): Promise<Memory> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [kind, folder, model]);
    child.once('message', (memory) => resolve(memory as Memory));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the measuring process ended with ${code}`)));
  });
}

async function report(kind: Kind, folder: string, model: keyof typeof recognizerGraphs): Promise<void> {
  const shape = shapes[model];
  const clip = await readLongClip();
  const start = performance.now();
  const first = await open(
    join(folder, kind === 'published' ? graphFiles.encoder : graphFiles.preparedEncoder),
    kind,
  );
  const second = await open(
    join(folder, kind === 'published' ? graphFiles.decoder : graphFiles.preparedDecoder),
    kind,
  );
  const loadMs = performance.now() - start;
  const loadedMb = process.memoryUsage.rss() / 1e6;
  const prepared = new PreparedLoop({ encode: first, decode: second }, shape);
  for (const batch of [1, 5, 1, 5]) {
    if (kind === 'prepared') await prepared.run(clip, batch);
    else await publishedLoop({ encoder: first, decoder: second }, shape, clip, batch);
  }
  const memory: Memory = { loadMs, loadedMb, workedMb: process.memoryUsage.rss() / 1e6 };
  process.send!(memory, () => process.exit(0));
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kind, folder, model] = process.argv.slice(2);
  await report(kind as Kind, folder!, model as keyof typeof recognizerGraphs);
}
