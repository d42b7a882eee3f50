import type { GrammarDocument } from '../model.ts';

/** Where a name may come from: a document, relative to the folder that holds the packages, and a rule of it. */
export interface ImportCandidate {
  readonly path: string;
  readonly rule: string;
}

/**
 * The documents in which a JSGF name may be defined, likeliest first: `com.acme.politeness` is the file
 * `com/acme/politeness.gram`, counted from the folder in which this document's own package begins.
 */
export function importedTargets(source: GrammarDocument, name: string): ImportCandidate[] {
  const simple = name.slice(name.lastIndexOf('.') + 1);
  const candidate = (grammar: string, rule: string) => ({ path: documentPath(source, grammar), rule });
  const exact = source.imports.filter(
    (entry) => entry.rule === simple && isTail(`${entry.grammar}.${entry.rule}`, name),
  );
  const wild = source.imports.filter(
    (entry) => entry.rule === '*' && isTail(`${entry.grammar}.${simple}`, name),
  );
  const candidates = [...exact, ...wild].map((entry) => candidate(entry.grammar, simple));
  // A full name needs no import.
  if (name.includes('.')) candidates.push(candidate(name.slice(0, -simple.length - 1), simple));
  return candidates;
}

/** `startPolite`, `politeness.startPolite` and the full name all mean `com.acme.politeness.startPolite`. */
function isTail(full: string, name: string): boolean {
  return full === name || full.endsWith(`.${name}`);
}

function documentPath(source: GrammarDocument, grammar: string): string {
  const path = `${grammar.replaceAll('.', '/')}.gram`;
  const folders = source.packageName?.split('.').slice(0, -1) ?? [];
  const own = source.uri?.replace(/[^/]*$/, '') ?? '';
  const atHome = folders.length > 0 && own.endsWith(`/${folders.join('/')}/`);
  return '../'.repeat(atHome ? folders.length : 0) + path;
}
