import type { FileHandle } from 'node:fs/promises';

const headerBytes = 44;
const unknown = 0xffff_ffff;

/** Writes the lengths into the header of a WAV file that was streamed; other files stay as they are. */
export async function completeWav(file: FileHandle): Promise<void> {
  const header = Buffer.alloc(headerBytes);
  const { bytesRead } = await file.read(header, 0, headerBytes, 0);
  const isStreamed =
    bytesRead === headerBytes &&
    header.toString('latin1', 0, 4) === 'RIFF' &&
    header.toString('latin1', 36, 40) === 'data' &&
    header.readUInt32LE(40) === unknown;
  if (!isStreamed) return;
  const { size } = await file.stat();
  header.writeUInt32LE(Math.min(unknown, size - 8), 4);
  header.writeUInt32LE(Math.min(unknown, size - headerBytes), 40);
  await file.write(header, 0, headerBytes, 0);
}
