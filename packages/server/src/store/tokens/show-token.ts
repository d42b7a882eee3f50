import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';

/** Shows the text of a new token to whoever is to use it; rejects where that cannot be done. */
export type ShowToken = (text: string) => Promise<void>;

/**
 * Makes a token that is shown before it is committed. Whatever fails in between, a crash included, leaves at worst a
 * text that is not valid, and the next attempt shows another; the other way round there would be a token that nobody
 * knows and, on a first start, none would ever be shown again.
 */
export async function keptIfShown<T>(
  database: Database,
  show: ShowToken | undefined,
  make: (shown: ShownToken) => Promise<T>,
): Promise<T> {
  let isShown = false;
  try {
    return await make(async (text) => {
      await show?.(text).catch((error: Error) => {
        const reason = `The token cannot be shown, so it was not kept: ${error.message}.`;
        throw new StoreError('ERR_STORE_NOT_SHOWN', reason, { cause: error });
      });
      isShown = show !== undefined;
      return text;
    });
  } catch (error) {
    if (!isShown) throw error;
    const { code, message, cause } = database.explain(error);
    if (code === 'ERR_STORE_UNCERTAIN') throw error;
    throw new StoreError(code, `${message} The token that was shown is not valid.`, { cause });
  }
}

/** Shows a text and gives it back. */
export type ShownToken = (text: string) => Promise<string>;
