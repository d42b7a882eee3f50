import type { ReferenceTarget } from '../model.ts';

/** The target of an SRGS URI reference; undefined where it names nothing. */
export function parseUriReference(
  reference: string,
  mediaType: string | undefined,
): ReferenceTarget | undefined {
  const hash = reference.indexOf('#');
  const uri = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? undefined : reference.slice(hash + 1);
  if (fragment === '' || (uri === '' && fragment === undefined)) return undefined;
  if (uri === '') return { kind: 'local', name: fragment! };
  return {
    kind: 'external',
    uri,
    ...(fragment === undefined ? {} : { fragment }),
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}
