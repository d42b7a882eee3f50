import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from './fault.ts';

/** A folder for a server whose data are on a file system of their own, of 4 MB. Linux and root only. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'locutor-fault-'));
  readonly data = join(this.folder, 'data');

  constructor() {
    mkdirSync(this.data);
    try {
      this.#mount('-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', this.data);
    } catch (error) {
      rmSync(this.folder, { recursive: true, force: true });
      throw new Unavailable(`no small disk: ${(error as Error).message.trim().split('\n').at(-1)}`);
    }
  }

  remount(mode: 'ro' | 'rw'): void {
    this.#mount('-o', `remount,${mode}`, this.data);
  }

  remove(): void {
    execFileSync('umount', ['-l', this.data]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #mount(...args: string[]): void {
    execFileSync('mount', args, { stdio: 'pipe' });
  }
}
