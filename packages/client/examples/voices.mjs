// node voices.mjs USER ENROL_FILE… -- FILE: enrols a voice, verifies another recording of it, and deletes it again.
import { openAsBlob } from 'node:fs';
import { Locutor } from '@locutor/client';

const [user, ...files] = process.argv.slice(2);
const cut = files.indexOf('--');
const locutor = new Locutor({
  url: process.env.LOCUTOR_URL ?? 'http://127.0.0.1:8025',
  token: process.env.LOCUTOR_TOKEN,
});
const enrolled = await Promise.all(files.slice(0, cut).map((file) => openAsBlob(file)));
await locutor.enroll(enrolled, { user_id: user, consent: 'asked and given' });
for await (const { user_id, utterances } of locutor.allUsers())
  console.log(`${user_id}: ${utterances} utterances`);
const { results } = await locutor.verify([await openAsBlob(files[cut + 1])], {
  user_ids: [user],
  min_verification_score: 0.4,
});
for (const { user_id, decision } of results) console.log(`${user_id}: ${decision}`);
await locutor.deleteUser(user);
