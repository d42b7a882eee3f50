import { billedRecord } from '../../billing/bill-request.ts';
import { milliseconds } from '../../common/milliseconds.ts';
import type { Config } from '../../config/index.ts';
import type { Grammars } from '../../grammars/grammars.ts';
import type { BillingLog, Once, SpeechRecord } from '../../store/index.ts';
import type { RecognitionResult } from '../results/result.ts';
import type { NamingVoices } from './diarization/name-speakers.ts';
import type { Recognition } from './recognition.ts';
import { recognize, type Watch } from './recognize.ts';
import type { CallHead, RecognitionCall } from './request.ts';

/** What RECOGNIZE needs, whoever asks for it. */
export interface CallServices {
  readonly config: Config;
  readonly grammars: Grammars;
  readonly recognition: Recognition;
  /** Needed by calls that name an account. */
  readonly billing?: BillingLog;
  /** Needed by calls that name users. */
  readonly voices?: NamingVoices;
}

/** Whether a call needs the database. */
export function needsStore({ parameters, diarization }: CallHead): boolean {
  return parameters['license.manager.accountTag'] !== '' || diarization?.users !== undefined;
}

export interface CallWatch extends Pick<Watch, 'onResult'> {
  readonly signal: AbortSignal;
  /** Gets the error of a voiceprint that cannot be compared. */
  onFault(error: unknown): void;
}

/** A recognition that is over. */
export interface FinishedCall {
  readonly results: readonly RecognitionResult[];
  /** Seconds of audio that were processed. */
  readonly seconds: number;
  /** Its billing record, for who writes it; undefined where nothing is billed. */
  readonly record: SpeechRecord | undefined;
  /** Writes the billing record. Its id; undefined where nothing is billed. */
  bill(once?: Once<string>): Promise<string | undefined>;
}

/** All of RECOGNIZE but HTTP: the command uses it too. */
export async function recognizeCall(
  call: RecognitionCall,
  { billing, recognition, ...services }: CallServices,
  { signal, onFault, onResult }: CallWatch,
): Promise<FinishedCall> {
  let audio = { seconds: 0, speechSeconds: 0 };
  const onAudio = (length: typeof audio) => {
    // Every language makes a pass over the same audio; one that was cut short saw less of it.
    if (length.seconds >= audio.seconds) audio = length;
  };
  const watch = { onAudio, ...(onResult && { onResult }) };
  const results = await recognize(call, { ...services, ...recognition, onFault }, signal, watch);
  const unended = {
    operation: 'recognize',
    accountTag: call.parameters['license.manager.accountTag'],
    audioMs: milliseconds(audio.seconds),
    speechMs: milliseconds(audio.speechSeconds),
  } as const;
  const statuses = results.map((each) => each.result_status);
  const record = billedRecord(unended, statuses);
  const bill = async (once?: Once<string>) => record && billing?.bill(record, once);
  return { results, seconds: audio.seconds, record, bill };
}
