import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Preparer } from '@locutor/graphs';
import type { Model, ModelFile } from './model.ts';
import { isAsStamped, readStamp } from './stamp.ts';

/** Where one model lies in the store, and which of its files are there. */
export class ModelFolder {
  readonly model: Model;
  readonly preparer: Preparer | undefined;
  readonly path: string;
  /** A folder of its own for each set of inputs and preparer version, so that clones of two versions can share. */
  readonly preparedPath: string | undefined;

  constructor(storeDir: string, model: Model, preparer: Preparer | undefined) {
    this.model = model;
    this.preparer = preparer;
    this.path = join(storeDir, model.name);
    this.preparedPath = preparer && join(this.path, `${preparer.name}-${preparedKey(model, preparer)}`);
  }

  /** Manifest files that are absent, changed since they were checked, or never checked. */
  missingFiles(): ModelFile[] {
    const stamp = readStamp(this.path);
    return this.model.files.filter(
      (file) => stamp[file.name]?.sha256 !== file.sha256 || !isAsStamped(this.path, file.name, stamp),
    );
  }

  missingPrepared(): string[] {
    if (!this.preparer || !this.preparedPath) return [];
    const folder = this.preparedPath;
    const stamp = readStamp(folder);
    return this.preparer.outputs.filter((name) => !isAsStamped(folder, name, stamp));
  }

  missing(): string[] {
    return [...this.missingFiles().map((file) => file.name), ...this.missingPrepared()];
  }
}

/** Changes whenever an input or the preparer does. */
function preparedKey(model: Model, preparer: Preparer): string {
  const inputs = preparer.inputs.map((name) => [name, model.files.find((f) => f.name === name)?.sha256]);
  return createHash('sha256')
    .update(JSON.stringify([preparer.name, preparer.version, inputs]))
    .digest('hex')
    .slice(0, 16);
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}
