// node training/speakers/check-corpora.mjs --embeddings FILE
// Whether the background helps with speech of another kind: error rates on each corpus with a background made of the
// others alone, beside plain cosine. FILE is the one that make-background.mjs wrote.
import { parseArgs } from 'node:util';
import { percent, table } from '../../bench/dist/table.js';
import { embeddedOrKept } from '../../bench/dist/verify/accuracy-embedding-file.js';
import { equalErrorRate, ratesAt } from '../../bench/dist/verify/accuracy-rates.js';
import { ours, plainCosine, trials } from '../../bench/dist/verify/accuracy-trials.js';
import { readBackground } from '../../packages/voices/dist/background.js';
import { VoiceScorer } from '../../packages/voices/dist/index.js';
import { backgroundFile } from './background-file.mjs';
import { fitBackground } from './fit-background.mjs';

const { values } = parseArgs({ options: { embeddings: { type: 'string' } } });
if (!values.embeddings) throw new Error('--embeddings names no file');
const embedded = await embeddedOrKept(values.embeddings, () => {
  throw new Error(`${values.embeddings} does not exist: make-background.mjs makes it`);
});

const setups = {
  'speech-en': [
    [1, 1],
    [5, 1],
  ],
  'digits-en': [
    [1, 1],
    [5, 1],
    [5, 3],
  ],
  'alphanumeric-en': [
    [1, 1],
    [2, 1],
  ],
};
const thresholds = [0.2, 0.4];

const rows = [
  [
    'corpus',
    'enrolled → tested',
    'clips',
    'right',
    'others',
    'ours',
    'plain',
    ...thresholds.flatMap((threshold) => [`FA at ${threshold}`, 'FR']),
  ],
];
for (const [corpus, counts] of Object.entries(setups)) {
  const { people, ...background } = fitBackground(embedded.filter((each) => each.corpus !== corpus));
  console.error(`${corpus}: a background of ${people} other people`);
  const bytes = backgroundFile({ modelSha256: '0'.repeat(64), ...background });
  const comparison = ours(new VoiceScorer(readBackground(bytes)));
  const some = embedded.filter((each) => each.corpus === corpus);
  for (const testedAs of ['clean', 'G.711', 'noise 10 dB']) {
    for (const [enrolled, tested] of testedAs === 'clean' ? counts : counts.slice(0, 2)) {
      const setup = { enrolled, tested, enrolledAs: 'clean', testedAs };
      const [mine, reference] = [comparison, plainCosine].map((each) => trials(some, setup, each));
      rows.push([
        corpus,
        testedAs === 'clean' ? testedAs : `clean → ${testedAs}`,
        `${enrolled}×${tested}`,
        mine.targets.length,
        mine.impostors.length,
        percent(equalErrorRate(mine)),
        percent(equalErrorRate(reference)),
        ...thresholds.flatMap((threshold) => {
          const { falseAccepts, falseRejects } = ratesAt(mine, threshold);
          return [percent(falseAccepts), percent(falseRejects)];
        }),
      ]);
    }
  }
}
console.log(table(rows));
