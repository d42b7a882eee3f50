import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio, joinSamples } from '@locutor/audio';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { AsrClient } from './support/asr-client.ts';
import { SENTENCE } from './support/recognition-server.ts';
import { type Asking, CURRENT, EARLIER, recognize, texts } from './support/recognize.ts';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { samplesOf, silence, wav } from './support/speech.ts';

const EMOTIONS = ['neutral', 'calm', 'happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised'];
const ON = { 'Infer-emotion-enabled': 'true' };

interface Emotion {
  readonly event: string;
  readonly emotion: string;
  readonly p: Readonly<Record<string, number>>;
}

const acted = join(root, '..', 'shared', 'data', 'emotion');
const program = join(root, 'packages', 'server', 'bin', 'locutor.mjs');

const here = process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();
const store = new ModelStore({ dir: here });
/** The fastest of the multilingual models on this machine. */
const multilingual = ['whisper-tiny', 'whisper-base', 'whisper-small'].find(
  (name) => store.missing([name]).length === 0,
);

/** A models folder of its own, with the models of this machine and without the emotion model. */
function modelsFolder(): string {
  const folder = join(newFolder(), 'models');
  mkdirSync(folder);
  for (const name of ['moonshine-base', 'silero-vad', 'speaker-embedding', multilingual]) {
    if (name !== undefined) symlinkSync(join(here, name), join(folder, name));
  }
  return folder;
}

const models = modelsFolder();
let server: TestServer;
let sentence: Float32Array;
const ask = (samples: Float32Array, asking?: Asking) => recognize(server, wav(samples), asking);

function command(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'models', ...args], {
    cwd: newFolder(),
    env: { ...process.env, LOCUTOR_MODELS_DIR: models },
    input: '',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

beforeAll(async () => {
  server = await startServer({
    LOCUTOR_MODELS_DIR: models,
    LOCUTOR_MODELS_FETCH: 'start',
    LOCUTOR_MULTILINGUAL_MODEL: multilingual ?? 'whisper-tiny',
  });
  sentence = await samplesOf('sentence.flac');
});
afterAll(() => server.stop());

describe('without the emotion model', () => {
  it('asking for emotions is an error that says how to install it', async () => {
    const answer = await ask(sentence, { headers: ON });
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({
      code: 'ERR_CLASSIFIER_NOT_INSTALLED',
      message:
        'Infer-emotion-enabled is true, but emotion classification is not installed. Its licence forbids commercial use; install it with: npx locutor models fetch emotion',
    });
  });

  it('a session cannot start with it, and goes on without', async () => {
    const client = await AsrClient.connect(server, { version: '2.4' });
    onTestFinished(() => client.close());
    await client.ask('CREATE_SESSION');
    expect(await client.start('builtin:slm/general', ON)).toMatchObject({
      Result: 'FAILURE',
      'Error-Code': 'ERR_CLASSIFIER_NOT_INSTALLED',
      'Session-Status': 'IDLE',
    });
    expect(await client.start('builtin:slm/general')).toMatchObject({ Result: 'SUCCESS' });
  });

  it('the model is listed as optional, with its licence', () => {
    expect(command('list').stdout).toMatch(
      /^emotion +emotion +optional +0\.1 MB +CC-BY-NC-SA-4\.0 +not installed$/m,
    );
  });

  it('it is not installed by whoever does not accept its licence', () => {
    const { status, stderr } = command('fetch', 'emotion');
    expect(status).toBe(2);
    expect(stderr).toContain('Model emotion has a licence of its own: CC-BY-NC-SA-4.0');
    expect(stderr).toContain('It may not be used for commercial purposes.');
    expect(stderr).toContain('Livingstone');
    expect(stderr).toContain('accept its licence with --accept-licence');
    expect(existsSync(join(models, 'emotion'))).toBe(false);
  });
});

describe('once it is installed', () => {
  beforeAll(() => {
    const { status, stdout, stderr } = command('fetch', 'emotion', '--accept-licence');
    expect([status, stdout], stderr).toEqual([0, 'ready: moonshine-base, emotion\n']);
    expect(stderr).toContain('CC-BY-NC-SA-4.0');
  });

  it('the list and a check say so, and the licence lies beside it', () => {
    expect(command('list').stdout).toMatch(/^emotion .* ready$/m);
    expect(command('verify', 'emotion').stdout).toBe('intact: emotion\n');
    expect(readFileSync(join(models, 'emotion', 'LICENSE'), 'utf8')).toContain('NonCommercial');
  });

  it('the running server reads emotions', async () => {
    const answer = await ask(sentence, { headers: ON });
    expect(answer.status).toBe(200);
    const [segment] = answer.json();
    expect(segment.alternatives[0].text).toBe(SENTENCE);
    const { event, emotion, p, p_groups } = segment.emotion_scores;
    expect(event).toBe('EMOTION RESULT');
    expect(Object.keys(p)).toEqual(EMOTIONS);
    const values = Object.values<number>(p);
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 2);
    expect(p[emotion]).toBe(Math.max(...values));
    const groups = p_groups.positive + p_groups.neutral + p_groups.negative;
    expect(groups).toBeCloseTo(1, 2);
    expect(p_groups.neutral).toBeCloseTo(p.neutral + p.calm, 2);
  });

  it('a session reads emotions while somebody speaks', async () => {
    const client = await AsrClient.connect(server, { version: '2.4' });
    onTestFinished(() => client.close());
    await client.ask('CREATE_SESSION');
    await client.start('builtin:slm/general', { 'decoder.continuousMode': 'true', ...ON });
    await client.audio(wav(joinSamples([sentence, silence(2), await samplesOf('yes.flac'), silence(2)])));
    const spoken = (await client.results()).filter((each) => each.result_status === 'RECOGNIZED');
    expect(texts(spoken)).toEqual([SENTENCE, 'yes']);
    const scores = spoken.map((each) => (each as unknown as { emotion_scores: Emotion }).emotion_scores);
    for (const { event, emotion, p } of scores) {
      expect([event, Object.keys(p)]).toEqual(['EMOTION RESULT', EMOTIONS]);
      expect(p[emotion]).toBe(Math.max(...Object.values(p)));
    }
    expect(scores[0]!.p).not.toEqual(scores[1]!.p);
  });

  it('the words are the same with and without', async () => {
    const [without, withIt] = [await ask(sentence), await ask(sentence, { headers: ON })];
    const [{ emotion_scores, ...rest }] = withIt.json();
    expect(emotion_scores).toBeDefined();
    expect([rest]).toEqual(without.json());
  });

  it('each segment has its own, and silence has none', async () => {
    const audio = joinSamples([sentence, silence(2), await samplesOf('yes.flac'), silence(2)]);
    const segments = (await ask(audio, { headers: ON })).json();
    expect(segments).toHaveLength(2);
    expect(segments[0].emotion_scores.p).not.toEqual(segments[1].emotion_scores.p);
    const [quiet] = (await ask(silence(2), { headers: ON })).json();
    expect(quiet.result_status).toBe('NO_SPEECH');
    expect(quiet).not.toHaveProperty('emotion_scores');
  });

  it.each([
    ['nobody asks', CURRENT, {}],
    ['it is off', CURRENT, { 'Infer-emotion-enabled': 'off' }],
    ['the earlier variant is asked', EARLIER, ON],
  ])('there are none where %s', async (_, path, headers) => {
    const [segment] = (await ask(sentence, { path, headers })).json();
    expect(segment.result_status).toBe('RECOGNIZED');
    expect(segment).not.toHaveProperty('emotion_scores');
  });

  it('XML has the same members as elements', async () => {
    const { text } = await ask(sentence, { headers: { ...ON, accept: 'application/xml' } });
    expect(text).toMatch(
      /<emotion_scores><event>EMOTION RESULT<\/event><emotion>\w+<\/emotion><p><neutral>[\d.]+<\/neutral><calm>.*<\/surprised><\/p><p_groups><positive>.*<\/negative><\/p_groups><\/emotion_scores><\/item>/,
    );
  });

  it('a grammar that does not match leaves them', async () => {
    const [segment] = (await ask(sentence, { headers: ON, lm: 'builtin:grammar/boolean' })).json();
    expect(segment.emotion_scores.event).toBe('EMOTION RESULT');
  });

  it('speech in another language has them too', async (context) => {
    if (multilingual === undefined) context.skip('no multilingual model has been fetched');
    const samples = await samplesOf('portuguese.opus');
    const [segment] = (await ask(samples, { headers: ON, lm: 'builtin:slm/pt' })).json();
    expect(segment.result_status).toBe('RECOGNIZED');
    expect(EMOTIONS).toContain(segment.emotion_scores.emotion);
  }, 300_000);

  it('acted speech comes out as it was acted', async (context) => {
    if (!existsSync(acted))
      context.skip('no recordings beside the clone, and a synthesiser acts no emotions');
    for (const [file, emotion] of [
      ['03_01_02_01_kids-talking_angry.flac', 'angry'],
      ['03-01-02-01-01-01-03_calm.flac', 'calm'],
      ['03_01_02_01_dogs-sitting_ps.flac', 'surprised'],
    ] as const) {
      const { samples } = await decodeAudio(readFileSync(join(acted, '03', file)));
      const [segment] = (await ask(samples, { headers: ON })).json();
      expect(segment.emotion_scores.emotion, file).toBe(emotion);
    }
  });

  it('removing it makes asking an error again', async () => {
    expect(command('remove', 'emotion', '--yes').status).toBe(0);
    expect((await ask(sentence, { headers: ON })).code()).toBe('ERR_CLASSIFIER_NOT_INSTALLED');
  });
});
