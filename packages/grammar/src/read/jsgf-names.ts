import type { Import, Position, ReferenceTarget, Rule } from '../model.ts';
import type { Source } from './source.ts';

/** A reference as the expansion reader leaves it: which rule it means shows when all rules are known. */
export interface PendingReference {
  readonly kind: 'reference';
  target: ReferenceTarget;
  readonly position: Position;
}

/** Makes the names of the document's own rules local, be they written simply, with the grammar's name or in full. */
export function resolveJsgfNames(
  source: Source,
  packageName: string,
  imports: readonly Import[],
  rules: readonly Rule[],
  references: readonly {
    readonly reference: PendingReference;
    readonly name: string;
    readonly offset: number;
  }[],
): void {
  const own = new Set(rules.map((rule) => rule.name));
  const simpleGrammarName = packageName.slice(packageName.lastIndexOf('.') + 1);
  const imported = new Set(imports.map((entry) => entry.rule));
  for (const { reference, name, offset } of references) {
    const dot = name.lastIndexOf('.');
    const qualifier = name.slice(0, Math.max(dot, 0));
    const rule = name.slice(dot + 1);
    const isOwn = dot < 0 ? own.has(rule) : qualifier === packageName || qualifier === simpleGrammarName;
    if (isOwn && own.has(rule)) {
      reference.target = { kind: 'local', name: rule };
    } else if (qualifier === packageName || (dot < 0 && !imported.has(rule) && !imported.has('*'))) {
      throw source.error('undefined-rule', `The rule '<${name}>' is neither defined nor imported.`, offset);
    }
  }
}
