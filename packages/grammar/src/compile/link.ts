import { GrammarError } from '../errors.ts';
import { formatNames } from '../format-names.ts';
import { type GrammarLimits, limitReached } from '../limits.ts';
import type { GrammarDocument, Position, ReferenceTarget, Rule } from '../model.ts';
import { checkDeclarations, localRule } from '../read/check.ts';
import { isMediaTypeOf } from '../read/media-types.ts';
import { importedTargets } from './jsgf-imports.ts';

/** Finds another document of the grammar. `uri` is absolute, without fragment; `mediaType` is what the reference says. */
export type ResolveDocument = (uri: string, mediaType: string | undefined) => Promise<GrammarDocument>;

/** A rule of one of the linked documents. */
export interface LinkedRule {
  readonly document: LinkedDocument;
  readonly rule: Rule;
}

export interface LinkedDocument {
  readonly index: number;
  readonly source: GrammarDocument;
  readonly rules: ReadonlyMap<string, Rule>;
}

/** The documents of a grammar with all they refer to, loaded and checked. */
export class LinkedGrammar {
  readonly documents: LinkedDocument[] = [];
  readonly #byUri = new Map<string, LinkedDocument>();
  readonly #resolve: ResolveDocument | undefined;
  readonly #limits: GrammarLimits;

  constructor(resolve: ResolveDocument | undefined, limits: GrammarLimits) {
    this.#resolve = resolve;
    this.#limits = limits;
  }

  add(source: GrammarDocument): LinkedDocument {
    const document = { index: this.documents.length, source, rules: checkDeclarations(source) };
    this.documents.push(document);
    if (source.uri) this.#byUri.set(withoutFragment(source.uri), document);
    return document;
  }

  /** The rule a reference means, its document loaded where need be. */
  async target(
    { document: from, rule: referrer }: LinkedRule,
    target: ReferenceTarget,
    position: Position | undefined,
  ): Promise<LinkedRule> {
    const place = { uri: from.source.uri, ...position };
    switch (target.kind) {
      case 'local':
        return { document: from, rule: localRule(from.source, from.rules, target.name, referrer, position) };
      case 'external': {
        const uri = absolute(target.uri, from.source, place);
        const document = await this.#load(uri, target.mediaType, place, from);
        checkReferenceType(target.mediaType, document.source, place);
        return { document, rule: exportedRule(document, target.fragment, target.uri, place) };
      }
      case 'imported':
        return this.#imported(from, target.name, place);
    }
  }

  async #imported(from: LinkedDocument, name: string, place: Place): Promise<LinkedRule> {
    for (const candidate of importedTargets(from.source, name)) {
      const uri = absolute(candidate.path, from.source, place);
      const document = await this.#load(uri, undefined, place, from);
      const rule = document.rules.get(candidate.rule);
      if (rule?.scope === 'public') return { document, rule };
    }
    throw new GrammarError('undefined-rule', `the rule "${name}" is neither defined nor imported`, place);
  }

  async #load(
    uri: string,
    mediaType: string | undefined,
    place: Place,
    from: LinkedDocument,
  ): Promise<LinkedDocument> {
    const loaded = this.#byUri.get(uri);
    if (loaded) return checkMode(loaded, from, uri, place);
    if (this.documents.length >= this.#limits.documents)
      throw limitReached('documents', `the grammar needs more than ${this.#limits.documents} documents`);
    if (!this.#resolve)
      throw new GrammarError('not-found', `no way was given to find the grammar ${uri}`, place);
    const source = await this.#resolve(uri, mediaType);
    const document = this.add({ ...source, uri: source.uri ?? uri });
    // Two names of one document (a redirect) are both remembered.
    this.#byUri.set(uri, document);
    return checkMode(document, from, uri, place);
  }
}

type Place = { readonly uri: string | undefined } & Partial<Position>;

function checkMode(
  document: LinkedDocument,
  from: LinkedDocument,
  uri: string,
  place: Place,
): LinkedDocument {
  if (document.source.mode !== from.source.mode)
    throw new GrammarError(
      'invalid',
      `${uri} is a ${document.source.mode} grammar and cannot be used in a ${from.source.mode} grammar`,
      place,
    );
  return document;
}

/** A reference that states a media type must find that type. */
function checkReferenceType(mediaType: string | undefined, found: GrammarDocument, place: Place): void {
  if (mediaType === undefined || isMediaTypeOf(mediaType, found.format)) return;
  const reason = `the reference says ${mediaType}, but ${found.uri} is ${formatNames[found.format]}`;
  throw new GrammarError('invalid', reason, place);
}

/** The rule another document may refer to: a public one by name, or the root, which may be private. */
function exportedRule(
  document: LinkedDocument,
  fragment: string | undefined,
  uri: string,
  place: Place,
): Rule {
  const name = fragment ?? rootName(document.source);
  if (name === undefined)
    throw new GrammarError('invalid', `${uri} declares no root rule, so the reference must name one`, place);
  const rule = document.rules.get(name);
  if (!rule) throw new GrammarError('undefined-rule', `${uri} has no rule "${name}"`, place);
  if (rule.scope === 'private' && name !== document.source.root)
    throw new GrammarError('undefined-rule', `the rule "${name}" of ${uri} is private`, place);
  return rule;
}

/** JSGF has no root declaration: a grammar with one public rule has that one. */
export function rootName(source: GrammarDocument): string | undefined {
  if (source.root !== undefined || source.format !== 'jsgf') return source.root;
  const shared = source.rules.filter((rule) => rule.scope === 'public');
  return shared.length === 1 ? shared[0]!.name : undefined;
}

function absolute(uri: string, source: GrammarDocument, place: Place): string {
  try {
    const base = source.base ? new URL(source.base, source.uri).href : source.uri;
    return withoutFragment(new URL(uri, base).href);
  } catch {
    const reason = `the reference "${uri}" cannot be resolved: it is relative, and the grammar has neither a URI nor a base`;
    throw new GrammarError(
      'not-found',
      source.uri || source.base ? `the reference "${uri}" is not a URI` : reason,
      place,
    );
  }
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#');
  return hash < 0 ? uri : uri.slice(0, hash);
}
