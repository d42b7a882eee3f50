import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly shown: Id;
  readonly onShow: (id: Id) => void;
  readonly children: ComponentChildren;
}

/** Tabs that arrow keys move between, as the ARIA patterns describe. */
export function Tabs<Id extends string>({ label, tabs, shown, onShow, children }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ id }) => id === shown);
    const next = (at + step + tabs.length) % tabs.length;
    onShow(tabs[next]!.id);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
    event.preventDefault();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === shown}
            aria-controls={`${base}-panel`}
            tabIndex={id === shown ? 0 : -1}
            onClick={() => onShow(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${shown}`} class="tab-body">
        {children}
      </div>
    </div>
  );
}
