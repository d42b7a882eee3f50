import { fixture, voiceForm } from './fixtures.ts';
import { exactly, holding, type LoadRequest, type RequestMaker } from './load-request.ts';
import { send } from './send.ts';

const RECOGNIZE = '/asr/rest/v3/recognize';
const FREE = 'builtin:slm/general';
/** Enrolments replace these in turn, so that the database does not grow. */
const ENROLLED = 40;
const ENROLMENT = ['sentence.flac', 'date.opus', 'pizza.opus'].map(fixture);
const PROBE = fixture('sentence.mp3');

/** Each has a text of its own: an answer that belongs to another request differs. */
const SPOKEN: readonly (readonly [file: string, lm: string, headers?: Record<string, string>])[] = [
  ['yes.flac', FREE],
  ['no.opus', FREE],
  ['sentence.mp3', FREE, { 'decoder-wordDetails': '0' }],
  ['digits.flac', FREE],
  ['pizza.opus', FREE, { accept: 'application/xml' }],
  ['digits.flac', 'builtin:grammar/digits'],
  ['yes.flac', 'builtin:grammar/boolean'],
  ['date.opus', 'builtin:grammar/date'],
];

interface Verified {
  readonly results: readonly { readonly user_id: string; readonly score: number; error: { code: number } }[];
}

function spoken(index: number): Omit<LoadRequest, 'check'> {
  const [file, lm, headers] = SPOKEN[index % SPOKEN.length]!;
  return {
    kind: lm === FREE ? 'RECOGNIZE' : 'RECOGNIZE, grammar',
    method: 'POST',
    path: `${RECOGNIZE}?lm=${lm}`,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: fixture(file),
  };
}

function enrolment(userId: string): Omit<LoadRequest, 'check'> {
  const body = voiceForm({ user_id: userId, mode: 'replace' }, ENROLMENT);
  return { kind: 'enrol', method: 'POST', path: '/rest/v3/enroll', body };
}

function verification(userIds: readonly string[]): Omit<LoadRequest, 'check'> {
  const body = voiceForm({ user_ids: userIds }, [PROBE]);
  return { kind: 'VERIFY', method: 'POST', path: '/rest/v3/verify', body };
}

/** Broken audio costs an engine process little, and must harm nobody. */
const broken: RequestMaker = (unique) => ({
  kind: 'RECOGNIZE, no audio',
  method: 'POST',
  path: `${RECOGNIZE}?lm=${FREE}`,
  headers: { 'content-type': 'audio/wav' },
  body: `RIFF ${unique} is no audio`,
  check: holding<{ code: string }>(400, ({ code }) => code === 'ERR_AUDIO_INVALID'),
});

/**
 * Requests for the engine. Their right answers are taken first, one after the other on the idle server; what is
 * answered under load has to be the same, bytes of transcripts and scores of voices.
 */
export async function engineRequests(url: string, token: string): Promise<RequestMaker[]> {
  const alone = async (request: Omit<LoadRequest, 'check'>, status: number): Promise<string> => {
    const answer = await send(url, token, { ...request, check: exactly(status) }, 'reference');
    if (answer.verdict !== 'right') throw new Error(`${request.kind}, alone: ${answer.why}`);
    return answer.text;
  };
  const texts: string[] = [];
  for (const index of SPOKEN.keys()) texts.push(await alone(spoken(index), 200));
  const enrolled = JSON.parse(await alone(enrolment('tom'), 201)) as { score: number };
  const known = (JSON.parse(await alone(verification(['tom']), 200)) as Verified).results[0]!;

  const recognize: RequestMaker = (unique) => ({
    ...spoken(unique),
    check: exactly(200, texts[unique % texts.length]),
  });
  const verify: RequestMaker = (unique) => ({
    ...verification(['tom', `stranger-${unique}`]),
    check: holding<Verified>(200, ({ results: [tom, stranger] }) => {
      const own = tom?.user_id === 'tom' && tom.score === known.score;
      return own && stranger?.user_id === `stranger-${unique}` && stranger.error.code === 1;
    }),
  });
  const enroll: RequestMaker = (unique) => {
    const userId = `user-${unique % ENROLLED}`;
    return {
      ...enrolment(userId),
      check: (answer) =>
        holding<{ user_id: string; score: number; created: boolean }>(
          answer.status === 201 ? 201 : 200,
          (body) =>
            body.user_id === userId &&
            body.score === enrolled.score &&
            body.created === (answer.status === 201),
        )(answer),
    };
  };
  return [recognize, recognize, recognize, recognize, verify, verify, recognize, recognize, broken, enroll];
}
