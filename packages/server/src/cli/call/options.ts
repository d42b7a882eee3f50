import { type Command, InvalidArgumentError } from 'commander';

/** Where the work is done. */
export interface ServerOptions {
  readonly server?: string;
  readonly token?: string;
}

/** What RECOGNIZE and INTERPRET have in common on the command line. */
export interface CallOptions extends ServerOptions {
  readonly lm?: readonly string[];
  readonly grammar?: readonly string[];
  readonly set?: readonly string[];
}

/** For an option that may be given several times. */
export const collect = (value: string, before: readonly string[] | undefined) => [...(before ?? []), value];

export function addCallOptions(command: Command): Command {
  const withModels = command
    .option('--lm <uri>', 'language model, such as builtin:grammar/date or file:NAME; repeatable', collect)
    .option('--grammar <file>', 'grammar file in SRGS XML, SRGS ABNF or JSGF; repeatable', collect)
    .option('--set <name=value>', 'any other parameter, such as decoder.maxSentences=3; repeatable', collect);
  return addServerOptions(withModels);
}

export function addServerOptions(command: Command): Command {
  return command
    .option('--server <url>', 'ask this server instead of the models of this machine', serverUrl)
    .option('--token <token>', 'bearer token for the server (default: $LOCUTOR_TOKEN)');
}

/** For an option that takes names from a list, separated by commas. */
export function namesIn(known: readonly string[]) {
  return (text: string): string[] => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new InvalidArgumentError(`There are ${known.join(', ')}.`);
    return names;
  };
}

/** A whole number from 1, as typed. */
export function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is not a whole number from 1.');
  return Number(text);
}

/** A whole number, as typed. */
export function integer(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(text);
}

/** The address of a server with its path prefix, without a slash at the end. */
export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It is not an address that starts with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('It holds a password; use --token or LOCUTOR_TOKEN.');
  if (url.search !== '' || url.hash !== '') throw new InvalidArgumentError('It ends before the "?" or "#".');
  return url.href.replace(/\/+$/, '');
}
