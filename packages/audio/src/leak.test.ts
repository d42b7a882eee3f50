import { expect, test } from 'vitest';
import { mutate, randomBelow } from '../scripts/mutate.mjs';
import { bytesHeld } from '../test/bytes-held.ts';
import { headeredFixtures, readFixture } from '../test/fixtures.ts';
import { decodeAudio } from './decode.ts';
import { AudioError } from './errors.ts';
import { oggChecksum } from './ogg/checksum.ts';

const files = headeredFixtures.map(readFixture);

async function decodeMany(count: number, firstSeed: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const random = randomBelow(firstSeed + i);
    const file = files[i % files.length]!;
    const bytes = i % 3 === 0 ? mutate(file, files[random(files.length)]!, random, oggChecksum) : file;
    await decodeAudio(bytes).catch((error: unknown) => {
      if (!(error instanceof AudioError)) throw error;
    });
  }
}

// One decoder kept alive is 17 MB or more, one result per file 10 KB. `node scripts/leak.mjs` does 10,000 files.
test('nothing stays behind after hundreds of files, whole and damaged', async () => {
  await decodeMany(3 * files.length, 1);
  const before = await bytesHeld();
  await decodeMany(700, 1000);
  const grown = (await bytesHeld()) - before;
  expect(grown).toBeLessThan(5e6);
});
