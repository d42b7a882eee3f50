import { type DominantStretch, dominantSpeakers } from '@locutor/engine';
import { ServiceError } from '../../../errors/index.ts';
import { engineEnded, RecognitionEnded } from '../ended.ts';
import type { SpeakerDiarizer } from '../recognition.ts';
import type { RecognitionCall } from '../request.ts';
import { auditUnnamed, ensureUsersPlace, type NamingVoices, usersAmong } from './name-speakers.ts';
import { speakerLabels } from './with-speakers.ts';

export interface DiarizeDependencies {
  readonly diarizer: SpeakerDiarizer;
  /** Needed where a call names users. */
  readonly voices?: NamingVoices;
  /** Told of what went wrong with one voiceprint. */
  onFault(error: unknown): void;
}

type DiarizedCall = Pick<
  RecognitionCall,
  'audio' | 'diarization' | 'parameters' | 'acceptedAt' | 'caller' | 'client'
>;

/** Who speaks when, and what they are called. */
export interface NamedSpeakers {
  readonly stretches: readonly DominantStretch[];
  label(speaker: number): string;
}

/**
 * Who speaks in the audio of a call, once for all its passes; undefined where nobody asked. It takes its time from that of
 * the recognition: when the client's timer runs out, the recognition has ended.
 */
export async function diarizeCall(
  { audio, diarization, parameters, acceptedAt, caller, client }: DiarizedCall,
  { diarizer, voices, onFault }: DiarizeDependencies,
  signal: AbortSignal,
): Promise<NamedSpeakers | undefined> {
  if (!diarization) return undefined;
  const { count } = diarization;
  const naming = diarization.users && { users: diarization.users, voices: given(voices) };
  if (naming) await ensureUsersPlace(naming.users, naming.voices, caller);
  const timed = parameters['decoder.startInputTimers'] && parameters['recognitionTimeout.enabled'];
  const patience = timed
    ? acceptedAt + parameters['recognitionTimeout.value'] - performance.now()
    : undefined;
  const found = await withinTime(patience, signal, (either) =>
    diarizer.diarize(audio, { count, voices: naming !== undefined, client, signal: either }),
  ).catch(async (error: unknown) => {
    if (naming) await auditUnnamed(naming.users, naming.voices, { caller, outcome: outcomeOf(error) });
    throw error;
  });
  const named = naming
    ? await usersAmong(found, naming.users, naming.voices, { caller, onFault })
    : new Map<number, string>();
  const stretches = dominantSpeakers(found.turns);
  return { stretches, label: speakerLabels(stretches, named, naming?.users.userIds ?? []) };
}

function given(voices: NamingVoices | undefined): NamingVoices {
  if (!voices) throw new Error('the call names users, but there are no enrolled voices to compare with');
  return voices;
}

/** Aborts the work after so many milliseconds, and maps the errors of the engine. */
async function withinTime<T>(
  patience: number | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const timer = patience === undefined ? undefined : setTimeout(() => timeout.abort(), Math.max(0, patience));
  try {
    return await work(AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    if (timeout.signal.aborted && !signal.aborted) {
      throw new RecognitionEnded('RECOGNITION_TIMEOUT', { cause: error });
    }
    throw engineEnded(error);
  } finally {
    clearTimeout(timer);
  }
}

/** What the audit log says of a diarization that failed. */
function outcomeOf(error: unknown): string {
  if (error instanceof RecognitionEnded) return error.status;
  return error instanceof ServiceError ? error.code : 'ERR_INTERNAL';
}
