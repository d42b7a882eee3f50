import { LocutorError } from '@locutor/client';
import { Icon } from './icon.tsx';

const ADVICE: Readonly<Record<string, string>> = {
  ERR_NETWORK: 'The server does not answer. Is it running?',
  ERR_UNAUTHORIZED: 'This needs a valid token. Set one with “Set token”, then try again.',
  ERR_BUSY: 'The server has no room for more work now. Try again in a moment.',
  ERR_FORBIDDEN: 'The token is valid but does not cover this. Use one with the scope that the message names.',
};

/** What failed, in the server's words, with its code for those who look it up. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  const isOurs = error instanceof LocutorError;
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div class="note error" role="alert">
      <Icon name="alert" />
      <div>
        <p>
          <strong>{(isOurs && ADVICE[error.code]) || sentence(message)}</strong>
        </p>
        {isOurs && (
          <p class="muted small">
            {ADVICE[error.code] !== undefined && `${message} · `}
            <code>{error.code}</code>
            {error.requestId && ` · request ${error.requestId}`}
          </p>
        )}
      </div>
    </div>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
