import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../test/fixtures/', import.meta.url);

export type Bytes = Uint8Array<ArrayBuffer>;

/** The committed synthetic speech that end-to-end tests use, too. */
export function fixture(name: string): Bytes {
  return new Uint8Array(readFileSync(fileURLToPath(new URL(name, folder))));
}

export function voiceForm(request: object, audios: readonly Bytes[]): FormData {
  const form = new FormData();
  form.append('enroll', new Blob([JSON.stringify(request)], { type: 'application/json' }));
  for (const audio of audios) form.append('audio', new Blob([audio]));
  return form;
}
