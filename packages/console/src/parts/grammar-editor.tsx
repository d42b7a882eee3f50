import './grammar-editor.css';
import type { GrammarProblem } from '@locutor/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GrammarEditorView } from './code-mirror.ts';
import { ProblemList } from './problem-list.tsx';
import { SAMPLES, type Sample } from './samples.ts';

interface GrammarEditorProps {
  /** What the editor shows first: from then on it has the text, and reports each change of it. */
  readonly source: string;
  readonly onChange: (source: string) => void;
  readonly onSample?: (sample: Sample) => void;
  readonly problems: readonly GrammarProblem[];
}

/** An editor for the three formats of grammars, with samples, and problems at their places. */
export function GrammarEditor({ source, onChange, onSample, problems }: GrammarEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<GrammarEditorView>();
  const changed = useRef(onChange);
  changed.current = onChange;
  const latest = useRef(source);
  latest.current = source;
  useEffect(() => {
    let made: GrammarEditorView | undefined;
    let gone = false;
    // Loaded when first needed: it is half of the page's code.
    void import('./code-mirror.ts').then(({ createEditor }) => {
      if (gone || !host.current) return;
      made = createEditor(host.current, latest.current, 'Grammar', (text) => changed.current(text));
      setView(made);
    });
    return () => {
      gone = true;
      made?.destroy();
    };
  }, []);
  useEffect(() => view?.show(problems), [view, problems]);
  const choose = (name: string) => {
    const sample = SAMPLES.find((each) => each.name === name);
    if (!sample) return;
    if (view) view.set(sample.source);
    else onChange(sample.source);
    onSample?.(sample);
  };
  return (
    <div class="stack">
      <label class="field">
        <span>Start from a sample</span>
        <select onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">Choose…</option>
          {SAMPLES.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <div class="grammar-editor" ref={host} />
      <ProblemList problems={problems} />
    </div>
  );
}
