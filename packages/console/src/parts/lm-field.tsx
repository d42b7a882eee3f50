import { useMemo } from 'preact/hooks';
import { BUILTIN_GRAMMARS } from './builtin-grammars.ts';
import { GrammarEditor } from './grammar-editor.tsx';
import { languageChoices } from './languages.ts';
import type { LmChoice } from './lm-choice.ts';
import { useReport } from './use-report.ts';

const KINDS: readonly { readonly kind: LmChoice['kind']; readonly title: string; readonly lm: string }[] = [
  { kind: 'speech', title: 'Free speech', lm: 'builtin:slm/general' },
  { kind: 'builtin', title: 'Builtin grammar', lm: BUILTIN_GRAMMARS[0]!.lm },
  { kind: 'own', title: 'Grammar typed here', lm: '' },
  { kind: 'address', title: 'Grammar by its address', lm: 'file:pizza-en.abnf' },
];
const NONE: never[] = [];

interface LmFieldProps {
  readonly choice: LmChoice;
  readonly onChange: (choice: LmChoice) => void;
}

/** What is listened for. */
export function LmField({ choice, onChange }: LmFieldProps) {
  const languages = useMemo(languageChoices, []);
  const { report } = useReport(choice.kind === 'own' ? choice.source : undefined, undefined, '');
  const setLm = (lm: string) => onChange({ ...choice, lm });
  const changeKind = (kind: string) => {
    const found = KINDS.find((each) => each.kind === kind)!;
    onChange({ ...choice, kind: found.kind, lm: found.lm });
  };
  const list =
    choice.kind === 'speech' ? languages : choice.kind === 'builtin' ? BUILTIN_GRAMMARS : undefined;
  return (
    <div class="stack">
      <label class="field">
        <span>Listen for</span>
        <select value={choice.kind} onChange={({ currentTarget }) => changeKind(currentTarget.value)}>
          {KINDS.map(({ kind, title }) => (
            <option key={kind} value={kind}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {list && (
        <label class="field">
          <span>{choice.kind === 'speech' ? 'Language' : 'Grammar'}</span>
          <select value={choice.lm} onChange={({ currentTarget }) => setLm(currentTarget.value)}>
            {list.map(({ lm, name }) => (
              <option key={lm} value={lm}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {choice.kind === 'address' && (
        <label class="field">
          <span>Address</span>
          <input value={choice.lm} onInput={({ currentTarget }) => setLm(currentTarget.value)} />
          <small class="muted">file:… in the server's grammar folder, http:… or https:…</small>
        </label>
      )}
      {choice.kind === 'own' && (
        <GrammarEditor
          source={choice.source}
          onChange={(source) => onChange({ ...choice, source })}
          problems={report?.problems ?? NONE}
        />
      )}
    </div>
  );
}
