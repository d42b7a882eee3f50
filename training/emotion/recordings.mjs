// What the emotion head is made from and measured on.
import { recordings } from '../../bench/dist/corpora/recordings.js';
import { hashOf } from '../../bench/dist/corpora/speakers.js';

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
export function emotionRecordings() {
  const acted = recordings('emotion').map((each) => described(each, 'acted', NAMES[each.kind]));
  const readers = recordings('readers-en').map((each) => described(each, 'readers-en'));
  const learners = recordings('speech-en')
    .filter(({ age }) => Number(age) > CHILD)
    .map((each) => described(each, 'speech-en'));
  const spelled = recordings('alphanumeric-en').map((each) => described(each, 'alphanumeric-en'));
  const volunteers = recordings('common-voice').map(({ speaker, ...each }) => {
    const corpus = each.language === 'en' ? 'common-voice en' : 'common-voice other';
    return described({ ...each, speaker: `${each.language} ${speaker}` }, corpus);
  });
  const people = new Map(volunteers.map((each) => [each.speaker, each]));
  const everyday = [...readers, ...learners, ...spelled, ...people.values()];
  const some = ([corpus, most]) =>
    everyday
      .filter((each) => each.corpus === corpus)
      .sort((a, b) => hashOf(a.file) - hashOf(b.file))
      .slice(0, most);
  return [...acted, ...Object.entries(MOST).flatMap(some)];
}

function described({ file, speaker, gender, language }, corpus, emotion = 'neutral') {
  return { corpus, file, speaker, gender, language: language || 'en', emotion };
}
