import { Jobs } from './jobs.ts';
import { connect } from './live/connect.ts';
import { type ListenOptions, LiveSpeech } from './live/live-speech.ts';
import { type Audio, appendGrammars, blobOf, type Grammar } from './media.ts';
import type {
  CallOptions,
  EnrollOptions,
  InspectOptions,
  InterpretOptions,
  LocutorOptions,
  RecognizeOptions,
  SynthesizeOptions,
  UploadOptions,
  UsersOptions,
  VerifyOptions,
} from './options.ts';
import { recognizeCall } from './recognize-call.ts';
import { type Speech, speechCall, speechOf } from './speech.ts';
import { type Query, Transport } from './transport.ts';
import type {
  EncoderInfo,
  EnrollmentResponse,
  GrammarReport,
  InterpretationResult,
  Model,
  Readiness,
  RecognitionResult,
  User,
  UserList,
  VerificationResponse,
  Voice,
} from './types.ts';

const RECOGNIZE = '/asr/rest/v3/recognize';

/** The operations of a server. Each throws a LocutorError, and stops when its signal aborts. */
export class Locutor {
  /** RECOGNIZE in the background. */
  readonly jobs: Jobs;
  readonly #options: LocutorOptions;
  readonly #transport: Transport;

  constructor(options: LocutorOptions) {
    this.#options = options;
    this.#transport = new Transport(options);
    this.jobs = new Jobs(this.#transport);
  }

  /** RECOGNIZE: one result for each segment of the audio. */
  async recognize(audio: Audio, options: RecognizeOptions = {}): Promise<RecognitionResult[]> {
    return this.#transport.json(await recognizeCall(RECOGNIZE, audio, options));
  }

  /** The same as XML, as the server writes it. */
  async recognizeXml(audio: Audio, options: RecognizeOptions = {}): Promise<string> {
    const call = await recognizeCall(RECOGNIZE, audio, options);
    return this.#transport.text({ ...call, headers: { ...call.headers, Accept: 'application/xml' } });
  }

  /** Recognises speech while it is spoken. Resolves when the server waits for audio; `write` sends it. */
  async listen(options: ListenOptions): Promise<LiveSpeech> {
    const { signal } = options;
    const explain = (path: string) => this.#transport.request({ path, signal });
    const live = new LiveSpeech(await connect(this.#options, signal, explain), options);
    await live.start();
    return live;
  }

  /** INTERPRET: what a text means against grammars. */
  interpret(text: string, options: InterpretOptions): Promise<InterpretationResult> {
    const { lm, grammars = [], parameters, signal, idempotencyKey } = options;
    const path = '/asr/rest/v3/interpret';
    const common = { method: 'POST', path, query: { lm }, signal, idempotencyKey } as const;
    if (grammars.length === 0) {
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', ...parameters };
      return this.#transport.json({ ...common, headers, body: text });
    }
    const body = new FormData();
    body.append('text', text);
    appendGrammars(body, grammars);
    return this.#transport.json({ ...common, headers: { ...parameters }, body });
  }

  /** What is wrong with a grammar, by line and column, how it parses a text, and random sentences of it. */
  inspectGrammar(
    grammar: Grammar | undefined,
    { lm, text, sentences, signal }: InspectOptions = {},
  ): Promise<GrammarReport> {
    const body = new FormData();
    if (grammar) appendGrammars(body, [grammar]);
    body.append('text', text ?? '');
    return this.#transport.json({
      method: 'POST',
      path: '/asr/rest/v3/grammar',
      query: { lm, sentences },
      body,
      signal,
    });
  }

  /** ENCODERS: the plain catalog, or the one of speech synthesis (`tts`). */
  encoders(catalog: 'plain' | 'tts' = 'plain', { signal }: CallOptions = {}): Promise<EncoderInfo[]> {
    return this.#transport.json({ path: `${catalog === 'tts' ? '/tts' : ''}/rest/v2/encoders`, signal });
  }

  /** Speech of a text, or of SSML. It begins to arrive while the rest is still being spoken. */
  async synthesize(text: string, options: SynthesizeOptions = {}): Promise<Speech> {
    return speechOf(await this.#transport.request(speechCall(text, options)), options.signal);
  }

  /** The voices that synthesis has. */
  voices({ signal }: CallOptions = {}): Promise<Voice[]> {
    return this.#transport.json({ path: '/rest/v2/voices', signal });
  }

  /** VERIFY: whether the audios are of the users. */
  verify(audios: readonly Audio[], request: VerifyOptions): Promise<VerificationResponse> {
    return this.#upload('/rest/v3/verify', audios, request);
  }

  /** Enrols a voice. */
  enroll(audios: readonly Audio[], request: EnrollOptions = {}): Promise<EnrollmentResponse> {
    return this.#upload('/rest/v3/enroll', audios, request);
  }

  /** One page of the enrolled users. */
  users({ signal, ...query }: UsersOptions = {}): Promise<UserList> {
    return this.#transport.json({ path: '/rest/v3/users', query: query as Query, signal });
  }

  /** All of them, page by page. */
  async *allUsers(options: UsersOptions = {}): AsyncGenerator<User> {
    for (let after = options.after; ; ) {
      const page = await this.users({ ...options, ...(after !== undefined && { after }) });
      yield* page.users;
      if (page.next === undefined) return;
      after = page.next;
    }
  }

  /** Deletes a user and the voiceprint, permanently. */
  async deleteUser(userId: string, { signal, ...query }: Omit<UsersOptions, 'limit' | 'after'> = {}) {
    const path = `/rest/v3/users/${encodeURIComponent(userId)}`;
    await this.#transport.request({ method: 'DELETE', path, query: query as Query, signal });
  }

  /** Whether a request sent now would be served, and why not. */
  health({ signal }: CallOptions = {}): Promise<Readiness> {
    return this.#transport.json({ path: '/health/ready', accepts: [503], signal });
  }

  /** The models of the server and their downloads; needs credentials for `admin`. */
  async models({ signal }: CallOptions = {}): Promise<Model[]> {
    return (await this.#transport.json<{ models: Model[] }>({ path: '/rest/v3/models', signal })).models;
  }

  /** Starts to download a model; `models` has the progress. */
  fetchModel(name: string, options: CallOptions & { readonly acceptLicence?: boolean } = {}): Promise<Model> {
    const path = `/rest/v3/models/${encodeURIComponent(name)}`;
    const query = options.acceptLicence ? { accept_licence: true } : {};
    return this.#transport.json({ method: 'POST', path, query, signal: options.signal });
  }

  /** Prometheus' text form. */
  metrics({ signal }: CallOptions = {}): Promise<string> {
    return this.#transport.text({ path: '/metrics', signal });
  }

  /** The description of the server, as OpenAPI. */
  description({ signal }: CallOptions = {}): Promise<unknown> {
    return this.#transport.json({ path: '/openapi.json', signal });
  }

  async #upload<Answer>(path: string, audios: readonly Audio[], options: UploadOptions): Promise<Answer> {
    const { signal, onProgress, idempotencyKey, ...request } = options;
    const body = new FormData();
    body.append('enroll', new Blob([JSON.stringify(request)], { type: 'application/json' }));
    for (const audio of audios) body.append('audio', await blobOf(audio));
    return this.#transport.json({ method: 'POST', path, body, signal, onProgress, idempotencyKey });
  }
}
