export interface MediaType {
  /** In lower case: `audio/raw`. */
  readonly type: string;
  /** Names in lower case, values as written, without their quotes. */
  readonly parameters: ReadonlyMap<string, string>;
  /** A parameter that stands there twice, so that two readers could take it for two things. */
  readonly repeated?: string;
}

const TYPE = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?=;|$)/;
const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;

/** A parsed Content-Type, or undefined where it is none. */
export function parseMediaType(text: string): MediaType | undefined {
  const type = TYPE.exec(text)?.[1]?.toLowerCase();
  if (type === undefined) return undefined;
  const parameters = new Map<string, string>();
  let repeated: string | undefined;
  for (const [, name, quoted, plain] of text.matchAll(PARAMETER)) {
    const key = name!.toLowerCase();
    if (parameters.has(key)) repeated ??= key;
    parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain!.trim());
  }
  return { type, parameters, ...(repeated !== undefined && { repeated }) };
}
