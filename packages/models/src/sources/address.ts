import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a model can be fetched from this address: `https:`, or `file:` and an absolute path. */
export function isSourceAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  if (address.startsWith('https:')) return true;
  if (!address.startsWith('file:/')) return false;
  try {
    return isAbsolute(fileURLToPath(address));
  } catch {
    // A host, or a path that no file can have.
    return false;
  }
}
