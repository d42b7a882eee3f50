import type { Config } from '../config/index.ts';

type Access = Config['authRecognize'];

/** Something to interpret in the languages that have builtin grammars. */
const NUMBERS = new Map([
  ['en', 'nineteen eighty four'],
  ['pt', 'mil novecentos e oitenta e quatro'],
]);

interface Call {
  readonly access: Access;
  readonly options: string;
  readonly path: string;
}

/** Calls to paste, and only those that work under this configuration. `token` is one that may be printed. */
export function tryIt(config: Config, address: string, token: string | undefined, engineUp: boolean): string {
  const { authEncoders: encoders, authRecognize } = config;
  const calls: Call[] = [
    interpretation(config),
    { access: encoders, options: '', path: '/rest/v2/encoders' },
    { access: encoders, options: "-H 'Accept: application/xml' ", path: '/tts/rest/v2/encoders' },
    { access: 'off', options: '', path: '/health/ready' },
  ];
  const recognition: Call = {
    access: authRecognize,
    options: "-H 'Content-Type: audio/wav' --data-binary @speech.wav ",
    path: '/asr/rest/v3/recognize?lm=builtin:slm/general',
  };
  const isLocked = ({ access }: Call) => access === 'required' && token === undefined;
  const line = ({ access, options, path }: Call) =>
    `  curl ${access === 'required' ? authorization(token) : ''}${options}${quoted(address + path)}`;

  const open = calls.filter((call) => !isLocked(call)).map(line);
  if (token !== undefined && encoders !== 'required') {
    open.push(`  curl ${authorization(token)}${quoted(`${address}/rest/v2/encoders`)}`);
  }
  const locked = calls.filter(isLocked).map(line);
  const audio = engineUp
    ? [`With a recording of speech${isLocked(recognition) ? ' and a token in $TOKEN' : ''}:`]
    : ['No engine process is running, so audio cannot be processed yet; see the log.'];
  if (engineUp) audio.push(line(recognition));
  const groups = [['Try it:', ...open], audio];
  if (locked.length > 0) groups.splice(1, 0, ['With a token in $TOKEN:', ...locked]);
  return groups.map((group) => `${group.join('\n')}\n`).join('\n');
}

function interpretation({ language, authInterpret }: Config): Call {
  const spoken = NUMBERS.has(language) ? language : 'en';
  return {
    access: authInterpret,
    options: `-H 'Content-Type: text/plain' --data-raw '${NUMBERS.get(spoken)}' `,
    path: `/asr/rest/v3/interpret?lm=builtin:grammar/number${spoken === language ? '' : '?language=en'}`,
  };
}

/** The shell fills in a token that is not known here. */
function authorization(token: string | undefined): string {
  return token === undefined ? '-H "Authorization: Bearer $TOKEN" ' : `-H 'Authorization: Bearer ${token}' `;
}

/** Brackets and question marks mean something to a shell. */
function quoted(url: string): string {
  return /[^\w./:-]/.test(url) ? `'${url}'` : url;
}
