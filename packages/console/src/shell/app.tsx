import './layout.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Navigation } from './navigation.tsx';
import { panels } from './panels.ts';
import { TokenDialog } from './token-dialog.tsx';
import { useRoute } from './use-route.ts';

/** Panels stay mounted once opened, so that a recording or an answer outlives a look at another panel. */
export function App() {
  const shown = useRoute();
  const [opened, setOpened] = useState<readonly string[]>([shown.id]);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    document.title = `${shown.title} · Locutor`;
    setOpened((before) => (before.includes(shown.id) ? before : [...before, shown.id]));
    // One of a panel that is no longer shown would make the whole page inert.
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
    // A screen reader announces where it is now; not on the first load, where the page is announced anyway.
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [shown]);
  return (
    <div class="app">
      <a class="skip" href={`#${shown.id}`} onClick={() => heading.current?.focus()}>
        Skip to the content
      </a>
      <Navigation shown={shown.id} />
      <main>
        <header class="panel-head">
          <h1 ref={heading} tabIndex={-1}>
            {shown.title}
          </h1>
          <p>{shown.about}</p>
        </header>
        {panels.map(({ id, Panel }) =>
          opened.includes(id) || id === shown.id ? (
            <div key={id} hidden={id !== shown.id}>
              <Panel />
            </div>
          ) : null,
        )}
      </main>
      <TokenDialog />
    </div>
  );
}
