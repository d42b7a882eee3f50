// What the emotion head is made from and measured on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../bench/dist/speakers.js';

/** The corpus's own labels in the order of the head's classes. */
const NAMES = {
  neutral: 'neutral',
  calm: 'calm',
  happy: 'happy',
  sad: 'sad',
  angry: 'angry',
  fear: 'fearful',
  disgust: 'disgusted',
  surprise: 'surprised',
};
const CHILD = 12;
/** Everyday clips of each corpus, picked by the hash of their names. */
const MOST = {
  'readers-en': 150,
  'speech-en': 150,
  'alphanumeric-en': 105,
  'common-voice en': 250,
  'common-voice other': 150,
};

/** Acted clips with their emotion, and everyday speech, which counts as neutral. */
export function recordings(data) {
  const rows = (index) =>
    readFileSync(join(data, index), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
  const acted = rows('emotion-index.tsv').map(([file, actor, gender, label]) => ({
    corpus: 'acted',
    file,
    speaker: actor,
    gender,
    language: 'en',
    emotion: NAMES[label],
  }));
  const everyday = (corpus, file, speaker, gender, language = 'en') => ({
    corpus,
    file,
    speaker,
    gender: gender[0]?.toLowerCase() ?? '',
    language,
    emotion: 'neutral',
  });
  const readers = rows('readers-en/index.tsv').map(([file, speaker, gender]) =>
    everyday('readers-en', `readers-en/${file}`, speaker, gender),
  );
  const learners = rows('speech-en/index.tsv')
    .filter(([file, , , age]) => !file.startsWith('jfk') && Number(age) > CHILD)
    .map(([file, speaker, gender]) => everyday('speech-en', `speech-en/${file}`, speaker, gender));
  const spelled = rows('alphanumeric-en-index.tsv').map(([file, speaker, gender]) =>
    everyday('alphanumeric-en', file, speaker, gender),
  );
  const volunteers = rows('common-voice/index.tsv').map(([file, language, speaker, gender]) =>
    everyday(
      language === 'en' ? 'common-voice en' : 'common-voice other',
      `common-voice/${file}`,
      `${language} ${speaker}`,
      gender,
      language,
    ),
  );
  const people = new Map(volunteers.map((each) => [each.speaker, each]));
  const some = (corpus, list) =>
    list
      .filter((each) => each.corpus === corpus)
      .sort((a, b) => hashOf(a.file) - hashOf(b.file))
      .slice(0, MOST[corpus]);
  return [
    ...acted,
    ...Object.keys(MOST).flatMap((corpus) =>
      some(corpus, [...readers, ...learners, ...spelled, ...people.values()]),
    ),
  ];
}
