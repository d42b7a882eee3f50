export interface MediaType {
  /** In lower case: `audio/raw`. */
  readonly type: string;
  /** Names in lower case, values as written, without their quotes. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TYPE = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?=;|$)/;
const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;

/** A Content-Type taken apart, or undefined where it is none. */
export function parseMediaType(text: string): MediaType | undefined {
  const type = TYPE.exec(text)?.[1]?.toLowerCase();
  if (type === undefined) return undefined;
  const parameters = new Map<string, string>();
  for (const [, name, quoted, plain] of text.matchAll(PARAMETER)) {
    parameters.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain!.trim());
  }
  return { type, parameters };
}
