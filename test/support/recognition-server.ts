import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { newFolder, startServer, type TestServer } from './server.ts';

/** What the fixture `sentence` says. */
export const SENTENCE = 'good morning i want to speak with an agent';
export const AGENT =
  '#ABNF 1.0 UTF-8;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = [good morning] I want to speak with an (agent {!{out = {who: "agent"}}!} | engineer {!{out = {who: "engineer"}}!});\n';
const KEYS = '#ABNF 1.0;\nmode dtmf; root $r;\npublic $r = 1 | 2;\n';
const BROKEN = '#ABNF 1.0;\nlanguage en;\nroot $r;\npublic $r = a | ;\n';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });

/** The best of the multilingual models that are installed. */
export const whisper = ['whisper-small', 'whisper-base', 'whisper-tiny'].find(
  (name) => store.missing([name]).length === 0,
);

/** A server with the grammars agent, keys and broken, which takes no more than 8 MiB. Noise suppression is installed. */
export async function startRecognitionServer(): Promise<TestServer> {
  await store.fetch(['dtln']);
  const folder = newFolder();
  mkdirSync(join(folder, 'grammars'));
  const grammars = { 'agent.abnf': AGENT, 'keys.abnf': KEYS, 'broken.abnf': BROKEN };
  for (const [name, content] of Object.entries(grammars))
    writeFileSync(join(folder, 'grammars', name), content);
  const env = {
    LOCUTOR_MODELS_FETCH: 'start',
    LOCUTOR_MAX_BODY_BYTES: String(8 * 1024 ** 2),
    LOCUTOR_MULTILINGUAL_MODEL: whisper ?? 'whisper-tiny',
  };
  return startServer(env, folder);
}
