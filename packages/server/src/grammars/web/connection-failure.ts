import { type LoadFailure, notFound } from '../load-failure.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name does not resolve',
  EAI_AGAIN: 'its host name does not resolve',
  EAI_NODATA: 'its host name does not resolve',
  ENODATA: 'its host name does not resolve',
  ECONNREFUSED: 'its host refused the connection',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  ETIMEDOUT: 'its host did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'its host did not answer in time',
  UND_ERR_HEADERS_OVERFLOW: 'its host sent too many headers',
};

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** What to tell a client of an error whose own message may hold addresses. */
export function connectionFailure(error: unknown): LoadFailure {
  const { code } = error as NodeJS.ErrnoException;
  const known = typeof code === 'string' && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  const untrusted = typeof code === 'string' && CERTIFICATE.test(code);
  const reason =
    known ?? (untrusted ? 'the certificate of its host is not trusted' : 'the connection failed');
  return notFound(reason, { cause: error });
}
