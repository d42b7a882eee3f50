import { readFile } from 'node:fs/promises';
import type { AudioInput } from '@locutor/contract';
import { Speakers, TextCheck } from '@locutor/engine';
import { ensureModels } from '@locutor/models';
import { detectorCard, Traits, VoiceScorer } from '@locutor/voices';
import { Command, Option } from 'commander';
import { antispoofingSettings } from '../../biometrics/antispoofing/settings.ts';
import { createChallenges } from '../../biometrics/challenge/challenges.ts';
import { audioInput, mediaTypes, type VoiceMediaType } from '../../biometrics/media-type.ts';
import type { UtteranceAnswer } from '../../biometrics/utterance-answer.ts';
import type { Voices } from '../../biometrics/voices.ts';
import { counted } from '../../common/counted.ts';
import type { Config } from '../../config/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { createLog } from '../../http/log.ts';
import { enroll } from '../../operations/enroll/enroll.ts';
import { MODES, readEnrollRequest } from '../../operations/enroll/request.ts';
import { readVerifyRequest } from '../../operations/verify/request.ts';
import { verify } from '../../operations/verify/verify.ts';
import { createEngine } from '../../serve/engine.ts';
import { modelStore } from '../../serve/models.ts';
import { FetchedModels } from '../../serve/recognition-models.ts';
import type { Context } from '../command.ts';
import { addJsonOption, type JsonOption, printJson } from '../list.ts';
import { commandCaller, withRegistry } from '../open-store.ts';
import { addPlaceOptions, type PlaceOptions, placeOf } from '../place-options.ts';
import { columns } from '../table.ts';
import { CommandError } from '../usage-error.ts';

interface AudioOptions extends PlaceOptions, JsonOption {
  readonly mediaType: VoiceMediaType;
  readonly maxUtterances: string;
  readonly endSilence?: string;
  readonly accountTag?: string;
  readonly minScore?: string;
}

interface EnrollOptions extends AudioOptions {
  readonly mode?: string;
  readonly consent?: string;
}

interface VerifyOptions extends AudioOptions {
  readonly expectedText?: string;
}

export function enrollCommand({ config }: Context): Command {
  return addAudioOptions(new Command('enroll'))
    .description('enrol a voice, or add to an enrolled one')
    .addOption(new Option('--mode <mode>', 'what to do with an enrolled voice').choices(MODES))
    .option('--min-score <score>', 'lowest accepted score of the audio, -1 to 1')
    .option('--consent <note>', 'a note about the consent of the person')
    .action((user: string, files: string[], options: EnrollOptions) =>
      enrollFiles(config(), user, files, options),
    );
}

export function verifyCommand({ config }: Context): Command {
  return addAudioOptions(new Command('verify'))
    .description('compare a voice with an enrolled one')
    .option('--min-score <score>', 'acceptance threshold, -1 to 1 (default: none, so there is no decision)')
    .option('--expected-text <text>', 'what must be said in the files')
    .action((user: string, files: string[], options: VerifyOptions) =>
      verifyFiles(config(), user, files, options),
    );
}

function addAudioOptions(command: Command): Command {
  return addJsonOption(
    addPlaceOptions(command.argument('<user>', 'user id').argument('<files...>', 'audio files')),
  )
    .addOption(new Option('--media-type <type>', 'type of the files').choices(mediaTypes).default('auto'))
    .option('--max-utterances <number>', 'utterances that are used, up to 20', '20')
    .option('--end-silence <ms>', 'pause that ends an utterance, 10 to 3000 ms (default: 1000)')
    .option('--account-tag <tag>', 'written to the billing record');
}

async function enrollFiles(
  config: Config,
  user: string,
  files: readonly string[],
  options: EnrollOptions,
): Promise<void> {
  const request = readEnrollRequest({
    ...requestOf(options),
    user_id: user,
    ...(options.mode !== undefined && { mode: options.mode }),
    ...(options.consent !== undefined && { consent: options.consent }),
    ...(options.minScore !== undefined && { min_enrollment_score: numberOr(options.minScore) }),
  });
  const enrolled = await withVoices(config, async (voices) => {
    return enroll(request, audiosOf(files, request.mediaType), voices, { caller: commandCaller() });
  });
  if (options.json) return printJson(enrolled);
  printUtterances(files, enrolled.utterances);
  const { created, score, voiceprint, transaction_id } = enrolled;
  const speech = (voiceprint.speech_duration / 1000).toFixed(1);
  console.log(
    `\n${created ? 'enrolled' : 'changed'}: ${user}, score ${score}; ` +
      `${counted(voiceprint.utterances, 'utterance')} and ${speech} s of speech in all (transaction ${transaction_id})`,
  );
}

async function verifyFiles(
  config: Config,
  user: string,
  files: readonly string[],
  options: VerifyOptions,
): Promise<void> {
  const { configuration, ...common } = requestOf(options);
  const { expectedText } = options;
  const request = readVerifyRequest({
    ...common,
    configuration: { ...configuration, ...(expectedText !== undefined && { expected_text: expectedText }) },
    user_ids: [user],
    ...(options.minScore !== undefined && { min_verification_score: numberOr(options.minScore) }),
  });
  const verified = await withVoices(config, async (voices) => {
    const onFault = (error: unknown) => process.stderr.write(`locutor: ${(error as Error).message}\n`);
    return verify(request, audiosOf(files, request.mediaType), voices, { caller: commandCaller(), onFault });
  });
  const { results, utterances, transaction_id } = verified;
  const { score, decision, error } = results[0]!;
  if (options.json) printJson(verified);
  else printUtterances(files, utterances);
  if (error.code !== 0) throw new CommandError(`${user}: ${error.message}`);
  if (!options.json) console.log(`\n${user}: score ${score}, ${decision} (transaction ${transaction_id})`);
}

function requestOf(options: AudioOptions) {
  const { repository, scenario } = placeOf(options);
  return {
    repository_uri: repository,
    scenario,
    media_type: options.mediaType,
    configuration: {
      max_utterances: numberOr(options.maxUtterances),
      ...(options.endSilence !== undefined && { end_silence: numberOr(options.endSilence) }),
      ...(options.accountTag !== undefined && { account_tag: options.accountTag }),
    },
  };
}

/** The number, or the text as typed, so that the message can show it. */
function numberOr(text: string): number | string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

async function* audiosOf(files: readonly string[], type: VoiceMediaType): AsyncGenerator<AudioInput> {
  for (const [index, file] of files.entries()) {
    const bytes = await readFile(file).catch((error: Error) => {
      throw new ServiceError('ERR_AUDIO_INVALID', `the audio ${file} cannot be read: ${error.message}`);
    });
    yield audioInput(bytes, type, index);
  }
}

/** Opens the database and starts an engine of one process for the duration of the work. */
async function withVoices<T>(config: Config, work: (voices: Voices) => Promise<T>): Promise<T> {
  const models = modelStore(config);
  await ensureModels(models, ['silero-vad', 'speaker-embedding']);
  const log = createLog(config);
  return withRegistry(config, async (registry) => {
    const engine = createEngine({ ...config, workers: 1 }, models, log, []);
    try {
      await engine.start();
      const speakers = new Speakers(engine);
      const scorer = VoiceScorer.load();
      const fetched = new FetchedModels({ store: models, policy: config.modelsFetch, log });
      return await work({
        speakers,
        scorer,
        traits: Traits.load(),
        ...registry,
        challenges: createChallenges(config, fetched, new TextCheck(engine)),
        antispoofing: antispoofingSettings(config, detectorCard()),
        admits: () => true,
        count: () => {},
      });
    } finally {
      await engine.drain({ timeoutMs: 0 });
    }
  });
}

function printUtterances(files: readonly string[], utterances: readonly UtteranceAnswer[]): void {
  const rows = utterances.map((each) => [
    files[each.audio_counter]!,
    each.start_time.toFixed(3),
    each.end_time.toFixed(3),
    (each.speech_duration / 1000).toFixed(3),
    each.rejected_cause ?? 'used',
  ]);
  console.log(columns([['audio', 'from s', 'to s', 'speech s', 'state'], ...rows]));
}
