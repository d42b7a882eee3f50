import type { LoadedDocument } from './document.ts';
import { FileDocuments } from './file/file-documents.ts';
import { defaultLimits, type LoaderLimits } from './limits.ts';
import { LoadFailure, lmError, notFound } from './load-failure.ts';
import { FetchPolicy } from './web/fetch-policy.ts';
import { type ResolveHost, systemResolver } from './web/resolve-host.ts';
import { WebDocuments } from './web/web-documents.ts';
import { parseWebUrl } from './web/web-url.ts';

export interface DocumentLoaderOptions {
  /** Folders that `file:` documents are read from, absolute; the first that has the file counts. */
  readonly folders: readonly string[];
  /** Hosts, `host:port`, addresses and CIDR ranges that may be fetched from although they are not public. */
  readonly allow?: readonly string[];
  readonly limits?: Partial<LoaderLimits>;
  readonly resolve?: ResolveHost;
  readonly now?: () => number;
  /** Certificates to trust instead of those of Node.js, in PEM. */
  readonly ca?: string;
}

/**
 * Loads the documents that `file:`, `http:` and `https:` URIs name, and keeps them for as long as they are valid.
 *
 * ```ts
 * const loader = new DocumentLoader({ folders: ['/srv/grammars'], allow: ['grammars.intranet', '10.1.0.0/16'] });
 * const { bytes, uri, mediaType, fingerprint } = await loader.load('file:pizza.abnf', { signal });
 * ```
 *
 * Throws a `ServiceError` with ERR_LM_NOT_FOUND, ERR_LM_FORBIDDEN or ERR_LM_INVALID (over the size limit), or the
 * signal's reason when it is aborted.
 */
export class DocumentLoader {
  readonly #files: FileDocuments;
  readonly #web: WebDocuments;

  constructor(options: DocumentLoaderOptions) {
    const limits = { ...defaultLimits, ...options.limits };
    const now = options.now ?? Date.now;
    this.#files = new FileDocuments(options.folders, limits, now);
    this.#web = new WebDocuments({
      policy: new FetchPolicy(options.allow ?? []),
      resolve: options.resolve ?? systemResolver(),
      limits,
      now,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    });
  }

  async load(uri: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<LoadedDocument> {
    signal?.throwIfAborted();
    try {
      if (/^file:/i.test(uri)) return await this.#files.load(uri);
      if (/^https?:/i.test(uri)) return await this.#web.load(parseWebUrl(uri), signal);
      throw notFound('only file:, http: and https: documents can be loaded');
    } catch (error) {
      throw error instanceof LoadFailure ? lmError(uri, error) : error;
    }
  }

  forgetFetched(): void {
    this.#web.forget();
  }

  /** Ends the fetches under way; whoever waits for one gets an AbortError. */
  close(): void {
    this.#web.close();
  }
}
