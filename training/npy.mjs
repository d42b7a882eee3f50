import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes 16-bit samples as a NumPy array with rows of the given width. */
export function writeNpy(file, parts, width) {
  const count = parts.reduce((sum, { length }) => sum + length, 0) / width;
  const head = `{'descr': '<i2', 'fortran_order': False, 'shape': (${count}, ${width}), }`;
  // The header with its ten bytes before and a line end fills up to a multiple of 64.
  const text = `${head.padEnd(Math.ceil((head.length + 11) / 64) * 64 - 11)}\n`;
  const magic = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, text.length & 255, text.length >> 8]);
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, Buffer.concat([magic, Buffer.from(text, 'latin1')]));
  for (const part of parts) writeSync(descriptor, Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  closeSync(descriptor);
}
