import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { GrammarProblem } from '@locutor/client';
import { cspNonce } from './csp-nonce.ts';
import { formatOf, languageOf } from './grammar-language.ts';

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--ink-2)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.processingInstruction], color: 'var(--warn)' },
  { tag: [tags.variableName, tags.tagName], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.meta, tags.attributeName], color: 'var(--good)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--good)' },
  { tag: tags.number, color: 'var(--bad)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13.5px', backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.6rem 0' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-2)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', border: '1px solid var(--line)', color: 'var(--ink)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent) !important',
  },
});

export interface GrammarEditorView {
  set(source: string): void;
  show(problems: readonly GrammarProblem[]): void;
  destroy(): void;
}

/** Tab moves on to the next control, as everywhere on the page: Escape is not needed to get out. */
export function createEditor(
  parent: HTMLElement,
  source: string,
  label: string,
  onChange: (source: string) => void,
): GrammarEditorView {
  const language = new Compartment();
  let format = formatOf(source);
  const follow = EditorView.updateListener.of(({ docChanged, state }) => {
    if (!docChanged) return;
    const text = state.doc.toString();
    if (formatOf(text) !== format) {
      format = formatOf(text);
      view.dispatch({ effects: language.reconfigure(languageOf(format)) });
    }
    onChange(text);
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: source,
      extensions: [
        EditorView.cspNonce.of(cspNonce),
        lineNumbers(),
        history(),
        bracketMatching(),
        highlightActiveLine(),
        lintGutter(),
        language.of(languageOf(format)),
        syntaxHighlighting(colours),
        look,
        EditorView.lineWrapping,
        // It is in the tab order anyway; axe-core does not know that of contenteditable.
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        follow,
      ],
    }),
  });
  return {
    set(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    show(problems) {
      const found = problems.map((problem) => diagnosticOf(problem, view.state));
      view.dispatch(setDiagnostics(view.state, found));
    },
    destroy: () => view.destroy(),
  };
}

/** From the place of the problem to the end of the word there; the whole first line where it has no place. */
function diagnosticOf({ severity, message, line, column }: GrammarProblem, { doc }: EditorState): Diagnostic {
  const at = doc.line(Math.min(line ?? 1, doc.lines));
  const from = Math.min(at.from + (column ?? 1) - 1, at.to);
  const word = column === undefined ? at.text : /^[\w$<>]+|^./u.exec(doc.sliceString(from, at.to))?.[0];
  return { from, to: Math.min(from + (word?.length ?? 0), at.to), severity, message };
}
