import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio, joinSamples } from '@locutor/audio';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Asking, EARLIER, recognize, type Segment } from './support/recognize.ts';
import { root } from './support/server.ts';
import { type SharedServer, sharedServer } from './support/shared-server.ts';
import { type Bytes, silence, wav } from './support/speech.ts';
import { sendVoices } from './support/verify.ts';

const voices = join(root, 'packages/inference/test/fixtures/voices');
const speech = join(root, '../shared/data/speech-en');
const WHO = { 'diarization-enabled': 'true' };

let server: SharedServer;
/** Two people in turns: deep, bright, deep, bright. */
let conversation: Bytes;

const clip = async (file: string) => (await decodeAudio(readFileSync(file), { rate: 16_000 })).samples;
async function inTurns(pause: number, ...files: string[]): Promise<Bytes> {
  const clips = await Promise.all(files.map(clip));
  return wav(joinSamples(clips.flatMap((each) => [each, silence(pause)])));
}
const ask = (asking: Asking = {}) =>
  recognize(server, conversation, { ...asking, headers: { ...WHO, ...asking.headers } });

/** The speakers of segments that follow each other, each named once. */
function turnsIn(segments: readonly Segment[]): (string | undefined)[] {
  const speakers = segments.map((each) => each.diarization_result?.speaker);
  return speakers.filter((speaker, n) => n === 0 || speaker !== speakers[n - 1]);
}

beforeAll(async () => {
  server = await sharedServer();
  const names = ['deep-1', 'bright-1', 'deep-2', 'bright-2'];
  conversation = await inTurns(0.3, ...names.map((name) => join(voices, `${name}.ogg`)));
});

describe('diarization-enabled', () => {
  it('names the speaker of every segment and word', async () => {
    const segments = (await ask()).segments();
    expect(turnsIn(segments)).toEqual(['1', '2', '1', '2']);
    for (const { alternatives, diarization_result } of segments) {
      expect(diarization_result!.confidence).toBeGreaterThan(0);
      for (const { words } of alternatives) {
        for (const word of words) expect(word.diarization_result?.speaker).toBe(diarization_result!.speaker);
      }
    }
    expect(segments.flatMap(({ alternatives }) => alternatives[0]?.words ?? []).length).toBeGreaterThan(8);
  });

  it('is in XML, too', async () => {
    const { status, text } = await ask({ headers: { accept: 'application/xml' } });
    expect(status).toBe(200);
    expect(text).toMatch(/<diarization_result><speaker>1<\/speaker><confidence>\d+<\/confidence>/);
    expect(text).toMatch(/<diarization_result><speaker>2<\/speaker><confidence>\d+<\/confidence>/);
  });

  it('cuts what is one segment otherwise, so that no segment has two speakers', async () => {
    const headers = { 'endpointer-waitEnd': '5000' };
    expect((await recognize(server, conversation, { headers })).segments()).toHaveLength(1);
    const cut = (await ask({ headers })).segments();
    expect(turnsIn(cut)).toEqual(['1', '2', '1', '2']);
    for (const [n, { start_time }] of cut.entries()) {
      if (n > 0) expect(start_time).toBeGreaterThanOrEqual(cut[n - 1]!.end_time);
    }
    const off = (await ask({ headers: { 'endpointer-enabled': 'false' } })).segments();
    expect(turnsIn(off)).toEqual(['1', '2', '1', '2']);
    expect(off[0]!.start_time).toBe(0);
  });

  it('has the first segment alone where no more is asked for', async () => {
    const segments = (await ask({ headers: { 'decoder-continuousMode': 'false' } })).segments();
    expect(segments.map((each) => each.diarization_result?.speaker)).toEqual(['1']);
  });

  it('goes with grammars', async () => {
    const lm = ['builtin:grammar/boolean', 'builtin:slm/general'];
    expect(turnsIn((await ask({ lm })).segments())).toEqual(['1', '2', '1', '2']);
  });

  it('is ignored by the earlier variant, and nothing is said of speakers unless asked', async () => {
    const earlier = await ask({ path: EARLIER, headers: { 'diarization-maxSpeakers': '99' } });
    const off = await ask({ headers: { 'diarization-enabled': 'no' } });
    for (const answer of [earlier, off]) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('diarization_result');
    }
  });

  it('ends with the timer of the recognition', async () => {
    const headers = { 'recognitionTimeout-enabled': 'true', 'recognitionTimeout-value': '1' };
    const segments = (await ask({ headers })).segments();
    expect(segments.map((each) => each.result_status)).toEqual(['RECOGNITION_TIMEOUT']);
  });

  it('finds nobody in silence', async () => {
    const answer = await recognize(server, wav(silence(2)), { headers: WHO });
    expect(answer.segments().map((each) => each.result_status)).toEqual(['NO_SPEECH']);
  });

  it('tells real speakers apart', async (context) => {
    if (!existsSync(speech))
      context.skip('no recordings beside the clone; synthetic voices are tested above');
    const rows = readFileSync(join(speech, 'index.tsv'), 'utf8').trim().split('\n').slice(1);
    const clips = rows.map((row) => row.split('\t') as [string, string, string, string]);
    const adults = clips.filter(([, , , age]) => Number(age) > 18);
    const of = (gender: string) => {
      const person = adults.find((each) => each[2] === gender)![1];
      return adults.filter(([, speaker]) => speaker === person).slice(0, 3);
    };
    const [men, women] = [of('m'), of('f')];
    const files = men.flatMap((man, n) => [man, women[n]!]).map(([file]) => join(speech, file));
    const answer = await recognize(server, await inTurns(0.2, ...files), { headers: WHO });
    expect(turnsIn(answer.segments())).toEqual(['1', '2', '1', '2', '1', '2']);
  });
});

describe('the number of speakers', () => {
  it('is at most what the client says', async () => {
    expect(turnsIn((await ask({ headers: { 'diarization.maxSpeakers': '1' } })).segments())).toEqual(['1']);
  });

  it('is refused where it makes no sense', async () => {
    const refused = async (headers: Record<string, string>) => (await ask({ headers })).code();
    expect(await refused({ 'diarization.maxSpeakers': '21' })).toBe('ERR_INVALID_PARAMETER');
    expect(await refused({ 'diarization-minSpeakers': '0' })).toBe('ERR_INVALID_PARAMETER');
    expect(await refused({ 'diarization-minSpeakers': '3', 'diarization-maxSpeakers': '2' })).toBe(
      'ERR_INVALID_PARAMETER',
    );
  });
});

describe('diarization.users', () => {
  it('names the speakers that are enrolled', async () => {
    const clips = ['bright-2', 'bright-3'].map(
      (name) => new Uint8Array(readFileSync(join(voices, `${name}.ogg`))),
    );
    const request = { user_id: 'Björk', configuration: { max_utterances: 8 } };
    const enrolled = await sendVoices(server, '/rest/v3/enroll', request, clips);
    expect(enrolled.status).toBe(201);
    const authorization = `Bearer ${server.token}`;
    const headers = { authorization, 'diarization.users': `${encodeURIComponent('Björk')}, nobody` };
    expect(turnsIn((await ask({ headers })).segments())).toEqual(['1', 'Björk', '1', 'Björk']);
    const elsewhere = await ask({ headers: { ...headers, 'diarization.scenario': 'elsewhere' } });
    expect([elsewhere.status, elsewhere.code()]).toEqual([404, 'ERR_SCENARIO_NOT_FOUND']);
  });

  it('needs credentials', async () => {
    const answer = await ask({ headers: { 'diarization.users': 'anna' } });
    expect([answer.status, answer.code()]).toEqual([401, 'ERR_UNAUTHORIZED']);
  });
});
