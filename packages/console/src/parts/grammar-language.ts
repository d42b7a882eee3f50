import { xml } from '@codemirror/lang-xml';
import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';

export type GrammarFormat = 'xml' | 'abnf' | 'jsgf';

/** By the same signs as the server: a document names its own format. */
export function formatOf(source: string): GrammarFormat {
  const start = source.trimStart();
  if (start.startsWith('<')) return 'xml';
  return /^#JSGF/i.test(start) ? 'jsgf' : 'abnf';
}

interface State {
  inside: 'comment' | 'tag' | 'long-tag' | undefined;
}

const ENDS = { comment: '*/', tag: '}', 'long-tag': '}!}' } as const;
const KEYWORDS =
  /^(?:#ABNF|#JSGF|language|mode|root|tag-format|base|lexicon|meta|http-equiv|grammar|import|public|private)\b/;

/** The colours of ABNF and JSGF, which share most of their signs. */
const lines = StreamLanguage.define<State>({
  startState: () => ({ inside: undefined }),
  token(stream, state) {
    if (state.inside) return within(stream, state, state.inside);
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match('/*')) return within(stream, state, 'comment');
    if (stream.match('{!{')) return within(stream, state, 'long-tag');
    if (stream.match('{')) return within(stream, state, 'tag');
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^\$?<[^>\s]*>|^\$[\p{L}\w-]+/u)) return 'variableName';
    if (stream.match(/^\/[\d.]+\/|^<\d*-?\d*>/)) return 'number';
    if (stream.match(KEYWORDS)) return 'keyword';
    if (stream.match(/^[|()[\];=*+]/)) return 'operator';
    stream.match(/^[^\s|()[\];=*+{}$<>"/]+/) ?? stream.next();
    return null;
  },
});

function within(stream: StringStream, state: State, kind: keyof typeof ENDS): string {
  state.inside = stream.skipTo(ENDS[kind]) ? undefined : kind;
  if (state.inside) stream.skipToEnd();
  else stream.match(ENDS[kind]);
  return kind === 'comment' ? 'comment' : 'meta';
}

export function languageOf(format: GrammarFormat): LanguageSupport {
  return format === 'xml' ? xml() : new LanguageSupport(lines);
}
