// The layout that packages/voices/src/background.ts reads.

const MAGIC = 'LOCUTOR VOICES 2';

/** Rows of numbers as small integers, each row with a scale of its own. */
function rows(values, length, bits) {
  const steps = 2 ** (bits - 1) - 1;
  const count = values.length / length;
  const bytes = Buffer.alloc(count * (4 + (length * bits) / 8));
  let at = 0;
  for (let row = 0; row < count; row++) {
    const some = values.subarray(row * length, (row + 1) * length);
    const scale = Math.fround(some.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / steps);
    at = bytes.writeFloatLE(scale, at);
    for (const value of some) {
      const step = Math.max(-steps, Math.min(steps, Math.round(value / scale)));
      at = bits === 8 ? bytes.writeInt8(step, at) : bytes.writeInt16LE(step, at);
    }
  }
  return bytes;
}

export function backgroundFile({ modelSha256, views, cohorts }) {
  const bands = [cohorts.wide, cohorts.narrow];
  const counts = Buffer.alloc(4);
  for (const [n, people] of bands.entries()) counts.writeUInt16LE(people.length, 2 * n);
  return Buffer.concat([
    Buffer.from(MAGIC, 'latin1'),
    Buffer.from(modelSha256, 'hex'),
    counts,
    ...views.flatMap(({ mean, projection }) => [
      rows(mean, mean.length, 16),
      rows(projection, mean.length, 8),
    ]),
    ...bands.flat().map((person) => rows(person, person.length, 8)),
  ]);
}
