import { type RecognizeOptions, typeOf } from '@locutor/client';
import { serverUrl } from '../parts/api.ts';
import type { NamedAudio } from '../parts/audio-source.tsx';
import { type LmChoice, modelsOf } from '../parts/lm-choice.ts';
import { command, shellQuote } from '../parts/shell-quote.ts';

/** Values of configuration headers that are not the default, by name. */
export type Values = Readonly<Record<string, string>>;

export function optionsOf(choice: LmChoice, values: Values): RecognizeOptions {
  const parameters = values as NonNullable<RecognizeOptions['parameters']>;
  return { ...modelsOf(choice), parameters };
}

/** The request as a command. The token is not in it: it would stay in the history of a shell. */
export function curlOf(
  choice: LmChoice,
  values: Values,
  audio: NamedAudio | undefined,
  hasToken: boolean,
): string {
  const file = audio?.name ?? 'audio.wav';
  const own = choice.kind === 'own';
  const url = `${serverUrl}/asr/rest/v3/recognize${own ? '' : `?lm=${encodeURIComponent(choice.lm)}`}`;
  return command([
    `curl ${shellQuote(url)}`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(values).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(own
      ? ['-F lm=@grammar.txt', `-F ${shellQuote(`audio=@${file}`)}`]
      : [
          `-H ${shellQuote(`Content-Type: ${typeOf(audio?.blob ?? new Blob())}`)}`,
          `--data-binary ${shellQuote(`@${file}`)}`,
        ]),
  ]);
}
