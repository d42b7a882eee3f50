import type { SynthesizeOptions } from '@locutor/client';
import { serverUrl } from '../parts/api.ts';
import { command, shellQuote } from '../parts/shell-quote.ts';

/** What is to be spoken, and how. */
export interface Wish {
  readonly text: string;
  readonly ssml: boolean;
  /** Empty: the server's choice. */
  readonly voice: string;
  readonly encoder: string;
  readonly rate: number;
  readonly volume: number;
}

/** What differs from the server's defaults. */
function choices({ voice, encoder, rate, volume }: Wish) {
  return {
    ...(voice !== '' && { voice }),
    ...(encoder !== '' && { encoder }),
    ...(rate !== 1 && { rate }),
    ...(volume !== 1 && { volume }),
  };
}

export function optionsOf(wish: Wish): SynthesizeOptions {
  return { ...choices(wish), ssml: wish.ssml };
}

/** The request as a command. The token is not in it: it would stay in the history of a shell. */
export function curlOf(wish: Wish, file: string, hasToken: boolean): string {
  const url = `${serverUrl}/rest/v2/synthesize${wish.ssml ? '/ssml' : ''}`;
  const named = Object.entries(choices(wish));
  const headers = wish.ssml
    ? [
        'Content-Type: application/ssml+xml',
        ...named.map(([name, value]) => `X-${name[0]!.toUpperCase()}${name.slice(1)}: ${value}`),
      ]
    : ['Content-Type: application/json'];
  const body = wish.ssml ? wish.text : JSON.stringify({ text: wish.text, ...choices(wish) });
  return command([
    `curl ${shellQuote(url)}`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map((header) => `-H ${shellQuote(header)}`),
    `--data-binary ${shellQuote(body)}`,
    `-o ${shellQuote(file)}`,
  ]);
}

/** The ending of a file by the codec in the name of an encoder. */
export function fileOf({ encoder }: Wish): string {
  return `speech.${encoder.split('/', 1)[0] || 'wav'}`;
}
