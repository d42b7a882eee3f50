import { BROKEN, KEYS } from './grammar-server.ts';
import { store } from './installed-models.ts';
import { type SharedServer, sharedServer } from './shared-server.ts';

/** What the fixture `sentence` says. */
export const SENTENCE = 'good morning i want to speak with an agent';
export const AGENT =
  '#ABNF 1.0 UTF-8;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = [good morning] I want to speak with an (agent {!{out = {who: "agent"}}!} | engineer {!{out = {who: "engineer"}}!});\n';

/** The shared server, with the grammars agent, keys and broken. Noise suppression is installed. */
export async function recognitionServer(): Promise<SharedServer> {
  await store.fetch(['dtln']);
  return sharedServer({ 'agent.abnf': AGENT, 'keys.abnf': KEYS, 'broken.abnf': BROKEN });
}
