import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const hash = (text) => createHash('sha256').update(text).digest().readUInt32BE(0);

/**
 * Every clip that the detector is trained and tested on: its files (joined if several), whether it is natural, synthetic or
 * converted, the system or corpus, the page it was published on, and its speaker.
 */
export function clipsOf(data, generated) {
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
  const natural = (corpus, file, speaker) => ({
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
  for (const row of table('common-voice/index.tsv').sort((a, b) => hash(a.file) - hash(b.file))) {
    if (!people.has(row.speaker)) people.set(row.speaker, row);
  }
  const homes = [...people.values()]
    .slice(0, 760)
    .map((row) => natural('common-voice', `common-voice/${row.file}`, row.speaker));
  const readers = table('readers-en/index.tsv').map((row) =>
    natural('readers-en', `readers-en/${row.file}`, row.speaker),
  );
  const count = new Map();
  const learners = table('speech-en/index.tsv').flatMap((row) => {
    const n = (count.get(row.speaker) ?? 0) + 1;
    count.set(row.speaker, n);
    return row.speaker === 'jfk' || n > 2 ? [] : [natural('speech-en', `speech-en/${row.file}`, row.speaker)];
  });
  const spelled = lines('alphanumeric-en-index.tsv')
    .slice(1)
    .map(([file, speaker]) => natural('alphanumeric-en', file, speaker));
  const portuguese = readdirSync(join(data, 'speech-pt'))
    .filter((file) => /\.(wav|flac)$/.test(file))
    .map((file) => natural('speech-pt', `speech-pt/${file}`, file));
  const digits = new Map();
  for (const row of table('digits-en/index.tsv'))
    digits.set(row.speaker, [...(digits.get(row.speaker) ?? []), row]);
  const joined = [...digits].map(([speaker, rows]) => ({
    ...natural('digits-en', '', speaker),
    files: rows.slice(0, 8).map((row) => join(data, 'digits-en', row.file)),
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
