const RATE = 16_000;

/** A 16-bit WAV file with one channel, at 16 kHz. */
export function wav(samples: Float32Array): Uint8Array {
  const file = Buffer.alloc(44 + 2 * samples.length);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at);
  for (const [at, value] of [
    [16, 16],
    [24, RATE],
    [28, 2 * RATE],
    [40, 2 * samples.length],
  ] as const) {
    file.writeUInt32LE(value, at);
  }
  file.write('data', 36);
  for (const [index, sample] of samples.entries())
    file.writeInt16LE(Math.round(sample * 32767), 44 + 2 * index);
  return file;
}
