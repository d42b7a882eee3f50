import type { GrammarDocument } from './model.ts';

/** What the tags of a document are: scripts, the value itself, or nothing to this engine. */
export type TagKind = 'script' | 'literal' | 'ignored';

/** Undeclared means literals: a bare `<tag>yes</tag>` and a JSGF `{yes}` mean "yes". */
export function tagKind({ tagFormat }: Pick<GrammarDocument, 'tagFormat'>): TagKind {
  switch (tagFormat?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'semantics/1.0-literals':
    case 'semantics/1.0-literals.2006':
      return 'literal';
    case 'semantics/1.0':
    case 'semantics/1.0.2006':
      return 'script';
    default:
      return 'ignored';
  }
}
