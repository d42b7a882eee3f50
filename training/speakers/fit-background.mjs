import { readVoice } from '../../packages/engine/dist/speakers/voice.js';
import { cholesky, invertLower } from './matrix.mjs';

const EMBEDDING = 512;
/** Share of the within-person covariance that is replaced by an even one: there are more numbers in it than people. */
const SHRINKAGE = 0.7;

/** Mean, projection and cohort of heard recordings. Every person counts alike, however much was recorded. */
export function fitBackground(heard) {
  const people = [...peopleOf(heard).values()];
  const mean = new Float64Array(EMBEDDING);
  for (const voices of people) add(mean, meanOf(voices), 1 / people.length);
  const projection = whitening(people);
  const cohort = new Float64Array(people.length * EMBEDDING);
  for (const [n, voices] of people.entries()) {
    const sum = new Float64Array(EMBEDDING);
    for (const { unit, speech } of voices) add(sum, normal(projected(unit, mean, projection)), speech);
    cohort.set(normal(sum), n * EMBEDDING);
  }
  return { mean, projection, cohort, size: EMBEDDING, people: people.length };
}

function peopleOf(heard) {
  const people = new Map();
  for (const { speaker, file, utterances } of heard) {
    const known = people.get(speaker) ?? [];
    for (const { voice } of utterances) {
      if (!voice) continue;
      const { speech, embedding } = readVoice(voice)[0];
      known.push({ file, speech, unit: normal(Float64Array.from(embedding)) });
    }
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

function projected(unit, mean, projection) {
  const centred = unit.map((value, n) => value - mean[n]);
  const result = new Float64Array(EMBEDDING);
  for (let row = 0; row < EMBEDDING; row++) {
    let sum = 0;
    for (let n = 0; n < EMBEDDING; n++) sum += projection[row * EMBEDDING + n] * centred[n];
    result[row] = sum;
  }
  return result;
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
