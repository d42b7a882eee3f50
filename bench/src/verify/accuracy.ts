import { defaultModelsDir, ModelStore } from '@locutor/models';
import { VoiceScorer } from '@locutor/voices';
import { hasFfmpeg } from '../audio/files.ts';
import { writeOut } from '../out.ts';
import { type Condition, conditions } from './accuracy-conditions.ts';
import { type EmbeddedRecording, Embedder } from './accuracy-embed.ts';
import { embeddedOrKept } from './accuracy-embedding-file.ts';
import { recordings } from './accuracy-recordings.ts';
import { printRows, type Row, rowsOf } from './accuracy-table.ts';
import { ours } from './accuracy-trials.ts';
import { drawDet } from './det-plot.ts';

/** Error rates on people whom nothing was made from, beside the speaker model alone. */
export async function printAccuracy(
  keptIn: string | undefined,
  asked: readonly string[] = conditions,
): Promise<void> {
  const people = recordings().filter(({ half }) => half === 'test');
  if (people.length === 0) {
    console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
    return;
  }
  if (!hasFfmpeg) console.log('MP3 skipped: no ffmpeg');
  const wanted = conditions.filter(
    (condition) => asked.includes(condition) && (hasFfmpeg || condition !== 'MP3'),
  );
  const embedded = await embeddedOrKept(keptIn, async function* () {
    const embedder = await Embedder.load(
      new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() }),
    );
    // Enrolments as recorded are the only ones that are tested over a telephone line.
    const telephoneCopy = (condition: Condition) => condition === 'clean';
    yield* embedder.embedAll(people, () =>
      wanted.map((condition) => ({
        condition,
        inHalves: true,
        telephoneCopy: telephoneCopy(condition),
      })),
    );
  });
  printUsed(embedded);
  const rows = [...rowsOf(embedded, ours(VoiceScorer.load()))].filter((row) => row.ours.targets.length > 0);
  console.log('\nEqual error rates, then false accepts (FA) and false rejects (FR) at three thresholds');
  printRows(rows);
  console.log(`\nCurves: ${writeOut('verify-det.svg', drawDet(pictured(rows)))}`);
}

function printUsed(embedded: readonly EmbeddedRecording[]): void {
  const people = new Set(embedded.map(({ speaker }) => speaker)).size;
  console.log(`${people} people; a clip is used with all of its utterances, weighed by their speech`);
  for (const condition of new Set(embedded.map((each) => each.condition))) {
    const some = embedded.filter((each) => each.condition === condition && each.part === 'whole');
    const utterances = some.flatMap((each) => each.utterances);
    const rejected = new Map<string, number>();
    for (const { rejected: cause } of utterances) {
      if (cause) rejected.set(cause, (rejected.get(cause) ?? 0) + 1);
    }
    const without = some.filter((each) => !each.utterances.some(({ voice }) => voice)).length;
    const causes = [...rejected].map(([cause, count]) => `${count} ${cause}`).join(', ') || 'none';
    console.log(
      `${condition}: ${some.length} clips, ${utterances.length} utterances, rejected: ${causes}; clips without any: ${without}`,
    );
  }
}

function pictured(rows: readonly Row[]): Record<string, Row> {
  const clean = rows.filter(
    ({ setup }) => setup.enrolledAs === 'clean' && setup.testedAs === 'clean' && !setup.oneGender,
  );
  const some = clean.filter(({ setup }) => setup.tested === 1 && setup.enrolled !== 3);
  return Object.fromEntries(
    some.map((row) => [`${row.group}, ${row.setup.enrolled}×${row.setup.tested}`, row]),
  );
}
