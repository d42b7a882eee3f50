// Every recording whose speaker has a known gender or age, in the order of the index files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { data } from '../../bench/dist/recognize/clip-sets.js';

/** One age of digits-en is 1234. */
const OLDEST = 110;

export function recordings() {
  const found = [];
  const add = (corpus, files, speaker, gender, age, language = 'en') => {
    if (existsSync(join(data, files[0]))) {
      found.push({ corpus, files, speaker, gender: genderOf(gender), age: yearsOf(age), language });
    }
  };
  for (const [file, speaker, gender, age] of rows('speech-en/index.tsv')) {
    if (!file.startsWith('jfk')) add('speech-en', [`speech-en/${file}`], speaker, gender, age);
  }
  for (const [speaker, { files, gender, age }] of digitsBySpeaker()) {
    // Single digits are half a second long: five of them make one recording.
    add('digits-en', files.slice(0, 5), speaker, gender, age);
    add('digits-en', files.slice(5), speaker, gender, age);
  }
  for (const [file, speaker, gender] of rows('readers-en/index.tsv')) {
    add('readers-en', [`readers-en/${file}`], speaker, gender);
  }
  for (const [file, speaker, gender, age] of rows('alphanumeric-en-index.tsv')) {
    add('alphanumeric-en', [file], speaker, gender, age);
  }
  for (const [file, language, speaker, gender, age] of rows('common-voice/index.tsv')) {
    add('common-voice', [`common-voice/${file}`], speaker, gender, age, language);
  }
  return found;
}

function digitsBySpeaker() {
  const speakers = new Map();
  for (const [file, speaker, gender, age] of rows('digits-en/index.tsv')) {
    const known = speakers.get(speaker) ?? { files: [], gender, age };
    known.files.push(`digits-en/${file}`);
    speakers.set(speaker, known);
  }
  return speakers;
}

function genderOf(text = '') {
  const letter = text[0]?.toLowerCase();
  return letter === 'f' || letter === 'm' ? letter : undefined;
}

/** Years, or the middle of a decade such as 20-29. */
function yearsOf(text = '') {
  if (text.trim() === '') return undefined;
  const [from, to] = text.split('-').map(Number);
  const years = to === undefined ? from : (from + to + 1) / 2;
  return Number.isFinite(years) && years < OLDEST ? years : undefined;
}

function rows(index) {
  if (!existsSync(join(data, index))) return [];
  const lines = readFileSync(join(data, index), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}
