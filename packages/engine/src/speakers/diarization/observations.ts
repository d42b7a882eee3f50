import { deserialize, serialize } from 'node:v8';
import type { ObservedWindow } from './types.ts';

/**
 * What was found in windows, as the bytes that one job hands to the next: about a kilobyte for each second of audio. One
 * array of bytes takes the pipe between the processes, thousands of small ones would be cloned one by one.
 */
export function writeObservations(windows: readonly ObservedWindow[]): Uint8Array {
  return serialize(windows);
}

/** Of bytes that `writeObservations` made. */
export function readObservations(bytes: Uint8Array): ObservedWindow[] {
  return deserialize(bytes) as ObservedWindow[];
}
