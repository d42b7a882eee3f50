import { quote, ServiceError } from '../../errors/index.ts';
import type { LmAliases } from '../../grammars/index.ts';
import { freeSpeechModel } from '../free-speech.ts';

/** What a name of a model stands for. */
export interface NamedModel {
  readonly id: string;
  /** Of the language model, unless a request names a language. */
  readonly lm: string;
  readonly diarizes: boolean;
}

const GENERAL = 'builtin:slm/general';
const SLM = /^builtin:slm\/(.+)$/;
/** Clients may name a version of a model by its date. */
export const SNAPSHOT = /-\d{4}-\d{2}-\d{2}$/;

const model = (id: string, lm = GENERAL, diarizes = false): NamedModel => ({ id, lm, diarizes });

/** Ours, and the names by which clients of this interface ask by default. */
export const MODELS: readonly NamedModel[] = [
  model('locutor'),
  model('locutor-auto', 'builtin:slm/auto'),
  model('locutor-diarize', GENERAL, true),
  model('whisper-1'),
  model('gpt-4o-transcribe'),
  model('gpt-4o-mini-transcribe'),
  model('gpt-4o-transcribe-diarize', GENERAL, true),
];

/** Throws ERR_LM_NOT_FOUND. */
export function modelNamed(name: string, aliases: LmAliases = {}): NamedModel {
  const meant = Object.hasOwn(aliases, name) ? aliases[name]! : name;
  const known = MODELS.find(({ id }) => id === meant || id === meant.replace(SNAPSHOT, ''));
  if (known) return { ...known, id: name };
  const language = SLM.exec(meant)?.[1];
  if (language !== undefined && freeSpeechModel(language) !== undefined) return model(name, meant);
  const names = MODELS.map(({ id }) => id).join(', ');
  throw new ServiceError(
    'ERR_LM_NOT_FOUND',
    `there is no model ${quote(name)}; there are ${names} and builtin:slm/<language>`,
    { field: 'model' },
  );
}
