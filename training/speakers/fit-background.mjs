import { meanVoice } from '../../packages/voices/dist/mean-voice.js';
import { readVoice } from '../../packages/voices/dist/voice.js';
import { cholesky, invertLower } from './matrix.mjs';

const EMBEDDING = 512;
/** Share of the within-person covariance that is replaced by an even one: there are more numbers in it than people. */
const SHRINKAGE = 0.7;

/** Means, projections and cohorts of embedded recordings. Every person counts alike, however much was recorded. */
export function fitBackground(recordings) {
  const people = [...peopleOf(recordings).values()];
  const views = Array.from({ length: people[0][0].embedding.length / EMBEDDING }, (_, view) => {
    const seen = people.map((voices) =>
      voices.map(({ file, embedding }) => ({
        file,
        unit: embedding.subarray(view * EMBEDDING, (view + 1) * EMBEDDING),
      })),
    );
    const mean = new Float64Array(EMBEDDING);
    for (const voices of seen) add(mean, meanOf(voices), 1 / seen.length);
    return { mean, projection: whitening(seen) };
  });
  const cohort = (wanted) => {
    const some = people.map((voices) => voices.filter(wanted)).filter((voices) => voices.length > 0);
    return some.map((voices) => directionOf(meanVoice(voices), views));
  };
  const cohorts = { wide: cohort(({ narrow }) => !narrow), narrow: cohort(({ narrow }) => narrow) };
  return { views, cohorts, people: people.length };
}

function peopleOf(recordings) {
  const people = new Map();
  for (const { speaker, file, utterances } of recordings) {
    const known = people.get(speaker) ?? [];
    for (const { voice } of utterances) if (voice) known.push({ file, ...readVoice(voice)[0] });
    if (known.length > 0) people.set(speaker, known);
  }
  return people;
}

/** Makes what differs between recordings of one person count as little as anything else does. */
function whitening(people) {
  const within = new Float64Array(EMBEDDING * EMBEDDING);
  let count = 0;
  for (const voices of people) {
    // One recording does not show how a person's recordings differ.
    if (new Set(voices.map(({ file }) => file)).size < 2) continue;
    const centre = meanOf(voices);
    for (const { unit } of voices) {
      const apart = unit.map((value, n) => value - centre[n]);
      const share = 1 / (voices.length - 1);
      for (let row = 0; row < EMBEDDING; row++) {
        const scaled = apart[row] * share;
        for (let column = 0; column <= row; column++)
          within[row * EMBEDDING + column] += scaled * apart[column];
      }
    }
    count += 1;
  }
  let trace = 0;
  for (let n = 0; n < EMBEDDING; n++) trace += within[n * EMBEDDING + n] / count;
  const even = trace / EMBEDDING;
  for (let row = 0; row < EMBEDDING; row++) {
    for (let column = 0; column <= row; column++) {
      const at = row * EMBEDDING + column;
      within[at] = ((1 - SHRINKAGE) * within[at]) / count + (row === column ? SHRINKAGE * even : 0);
    }
  }
  return invertLower(cholesky(within, EMBEDDING), EMBEDDING);
}

/** As the engine places a voice. */
function directionOf({ embedding }, views) {
  const direction = new Float64Array(embedding.length);
  for (const [n, { mean, projection }] of views.entries()) {
    const centred = mean.map((value, k) => embedding[n * EMBEDDING + k] - value);
    const voice = centred.map((_, row) => {
      let sum = 0;
      for (let k = 0; k < EMBEDDING; k++) sum += projection[row * EMBEDDING + k] * centred[k];
      return sum;
    });
    direction.set(normal(voice), n * EMBEDDING);
  }
  return normal(direction);
}

function meanOf(voices) {
  const mean = new Float64Array(EMBEDDING);
  for (const { unit } of voices) add(mean, unit, 1 / voices.length);
  return mean;
}

function add(sum, vector, scale) {
  for (let n = 0; n < sum.length; n++) sum[n] += scale * vector[n];
}

function normal(vector) {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
