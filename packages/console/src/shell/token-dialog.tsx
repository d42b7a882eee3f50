import { useEffect, useRef } from 'preact/hooks';
import { finishAsking, forgetToken, useAsking, useToken } from '../parts/api.ts';

/** Asks for the token. It is kept in this tab only. */
export function TokenDialog() {
  const asking = useAsking();
  const token = useToken();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (asking && !dialog.current?.open) dialog.current?.showModal();
    if (!asking) dialog.current?.close();
  }, [asking]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    finishAsking(String(form.get('token')).trim() || undefined);
  };
  return (
    <dialog ref={dialog} aria-labelledby="token-title" onClose={() => finishAsking(undefined)}>
      <form onSubmit={submit} class="stack">
        <h2 id="token-title">Bearer token</h2>
        <p class="muted">
          {asking?.reason ?? 'Needed for voices and administration.'} The first start of the server printed
          one; <code>npx locutor tokens create</code> creates more. It is kept in this tab until you close it.
        </p>
        <label class="field">
          <span>Token</span>
          <input
            name="token"
            type="password"
            autocomplete="off"
            placeholder="loc_…"
            required
            key={asking?.id}
          />
        </label>
        <div class="row end">
          {token && (
            <button type="button" class="quiet" onClick={forgetToken}>
              Forget the token
            </button>
          )}
          <button type="button" onClick={() => finishAsking(undefined)}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Use token
          </button>
        </div>
      </form>
    </dialog>
  );
}
