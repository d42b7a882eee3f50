import { createHash } from 'node:crypto';
import { FormReader } from '../../http/form-reader.ts';

/**
 * A form with a hash of what was read of it. Audio that no request needs is never read, so a repeat is compared as far as
 * the first request was read.
 */
export class HashedForm extends FormReader {
  readonly #hash = createHash('sha256');
  /** Parts, and the end. */
  #steps = 0;

  /** `what` is done with the form. */
  constructor(what: string, ...form: ConstructorParameters<typeof FormReader>) {
    super(...form);
    this.#hash.update(what);
  }

  override async next() {
    const head = await super.next();
    if (head === undefined) this.#add('end');
    return head;
  }

  override async content(...limits: Parameters<FormReader['content']>) {
    const bytes = await super.content(...limits);
    this.#add(`${bytes.length}:`, bytes);
    return bytes;
  }

  get hash(): string {
    return `${this.#steps} ${this.#hash.copy().digest('base64')}`;
  }

  /** Whether this is the form of the hash; reads as much as that takes. */
  async matches(hash: string, ...limits: Parameters<FormReader['content']>): Promise<boolean> {
    const steps = Number.parseInt(hash, 10);
    while (this.#steps < steps && (await this.next())) await this.content(...limits);
    return this.hash === hash;
  }

  #add(...step: readonly (string | Uint8Array)[]): void {
    this.#steps += 1;
    for (const each of step) this.#hash.update(each);
  }
}
