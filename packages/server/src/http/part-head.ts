import { quote, ServiceError } from '../errors/index.ts';

/** What the headers of a part say. */
export interface PartHead {
  readonly name: string;
  /** As the part says it, with its parameters; undefined where it says nothing. */
  readonly contentType: string | undefined;
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+(?=:)/;
const FORM_DATA = /^form-data[ \t]*/i;
const PARAMETER = /;[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))[ \t]*/y;
/** Encodings that leave the content as it is. */
const PLAIN = /^(binary|7bit|8bit)$/i;

/** The header lines of a part. A header that comes twice could be read in two ways, so it is refused. */
export function readPartHead(lines: string): PartHead {
  const headers = new Map<string, string>();
  for (const line of lines === '' ? [] : lines.split('\r\n')) {
    const name = HEADER_NAME.exec(line)?.[0];
    if (name === undefined) throw broken(`${quote(line)} is no header of a part`);
    const key = name.toLowerCase();
    if (headers.has(key)) throw broken(`a part has the header ${quote(name)} twice`);
    headers.set(key, line.slice(name.length + 1).trim());
  }
  const encoding = headers.get('content-transfer-encoding');
  if (encoding !== undefined && !PLAIN.test(encoding)) {
    throw new ServiceError(
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      `the Content-Transfer-Encoding of a part is ${quote(encoding)}; send the content unencoded`,
    );
  }
  return { name: nameOf(headers.get('content-disposition')), contentType: headers.get('content-type') };
}

/** Read from the first parameter to the last: a file name may hold anything, `; name=` too. */
function nameOf(disposition: string | undefined): string {
  if (disposition === undefined) throw broken('a part has no name');
  let at = FORM_DATA.exec(disposition)?.[0].length;
  let name: string | undefined;
  while (at !== undefined && at < disposition.length) {
    PARAMETER.lastIndex = at;
    const [whole, key, quoted, plain] = PARAMETER.exec(disposition) ?? [];
    if (whole === undefined) at = undefined;
    else {
      if (key!.toLowerCase() === 'name') {
        if (name !== undefined) throw broken(`a part has two names: ${quote(disposition)}`);
        name = quoted?.replace(/\\(.)/g, '$1') ?? plain!;
      }
      at += whole.length;
    }
  }
  if (at === undefined) throw broken(`${quote(disposition)} is no Content-Disposition of a form`);
  if (name === undefined) throw broken('a part has no name');
  return name;
}

export function broken(reason: string): ServiceError {
  return new ServiceError('ERR_MALFORMED_REQUEST', `the multipart body is broken: ${reason}`);
}
