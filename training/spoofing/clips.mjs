import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bySpeaker, data, recordings } from '../../bench/dist/corpora/recordings.js';
import { hashOf } from '../../bench/dist/corpora/speakers.js';

/**
 * Every clip that the detector is trained and tested on: its files (joined if several), whether it is natural, synthetic or
 * converted, the system or corpus, the page it was published on, and its speaker.
 */
export function clipsOf(generated) {
  const table = (index) => {
    const [header, ...lines] = readFileSync(join(data, index), 'utf8').trim().split('\n');
    const names = header.split('\t');
    return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, n) => [names[n], cell])));
  };
  const lines = (index) =>
    readFileSync(join(data, index), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
  const natural =
    (corpus) =>
    ({ file, speaker }) => ({
      files: [join(data, file)],
      label: 'natural',
      system: corpus,
      page: '',
      speaker,
    });
  const published = (file, label, system, page, speaker) => ({
    files: [join(data, file)],
    label,
    system: label === 'natural' ? `page ${page.split(':')[0]}` : system,
    page,
    speaker,
  });

  // One clip of a person, in an order that has nothing to do with the corpus.
  const people = new Map();
  const nameOf = ({ file }) => file.slice('common-voice/'.length);
  const volunteers = recordings('common-voice');
  for (const each of volunteers.sort((a, b) => hashOf(nameOf(a)) - hashOf(nameOf(b)))) {
    if (!people.has(each.speaker)) people.set(each.speaker, each);
  }
  const homes = [...people.values()].slice(0, 760).map(natural('common-voice'));
  const readers = recordings('readers-en').map(natural('readers-en'));
  const learners = [...bySpeaker(recordings('speech-en')).values()].flatMap((own) =>
    own.slice(0, 2).map(natural('speech-en')),
  );
  const spelled = recordings('alphanumeric-en').map(natural('alphanumeric-en'));
  const portuguese = recordings('speech-pt').map((each) =>
    natural('speech-pt')({ ...each, speaker: basename(each.file) }),
  );
  const joined = [...bySpeaker(recordings('digits-en')).values()].map((own) => ({
    ...natural('digits-en')(own[0]),
    files: own.slice(0, 8).map(({ file }) => join(data, file)),
  }));

  const tacotron = lines('synthetic-index.tsv').map(([file, label, origin]) => {
    const paper = origin.split('/')[1];
    return published(file, label, 'tacotron', `tacotron:${paper}`, paper);
  });
  const yourtts = table('synthetic-yourtts/index.tsv').map((row) => {
    const system = row.label === 'converted' ? 'yourtts-vc' : 'yourtts';
    return published(`synthetic-yourtts/${row.file}`, row.label, system, 'yourtts', row.origin.split('/')[1]);
  });
  const vocoders = table('synthetic-vocoders/index.tsv').map((row) => {
    const page = row.system.replace('.github.io', '').replace('-demo', '');
    const system = row.label === 'converted' && !page.includes('star') ? `${page}-vc` : page;
    return published(`synthetic-vocoders/${row.file}`, row.label, system, page, row.origin);
  });
  const made = JSON.parse(readFileSync(join(generated, 'clips.json'), 'utf8')).map(
    ({ file, system, voice }) => ({
      files: [join(generated, file)],
      label: 'synthetic',
      system,
      page: '',
      speaker: voice,
    }),
  );
  return [
    ...homes,
    ...readers,
    ...learners,
    ...spelled,
    ...portuguese,
    ...joined,
    ...tacotron,
    ...yourtts,
    ...vocoders,
    ...made,
  ];
}
