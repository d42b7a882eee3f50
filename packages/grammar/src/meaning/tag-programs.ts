import type { LinkedDocument } from '../compile/link.ts';
import type { Network } from '../compile/network.ts';
import { GrammarError } from '../errors.ts';
import { type GrammarLimits, limitReached } from '../limits.ts';
import type { Position } from '../model.ts';
import { type TagKind, tagKind } from '../tag-format.ts';
import { findInvalid, Sandbox, ScriptInvalid, ScriptStopped } from './sandbox.ts';
import { documentSource } from './script-source.ts';
import type { Meaning } from './simple-tag.ts';
import { parseSimpleTag, type SimpleAssignment } from './simple-tag-parser.ts';

/** What running a tag means. */
export type TagProgram =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'literal'; readonly value: Meaning }
  | { readonly kind: 'simple'; readonly assignments: readonly SimpleAssignment[] }
  | { readonly kind: 'script' };

/** Where the script engine finds a rule. */
export interface ScriptPlace {
  readonly document: number;
  readonly rule: number;
}

interface TagSource {
  readonly text: string;
  readonly document: LinkedDocument;
  readonly position: Position | undefined;
}

/** All tags of a grammar, ready to run: what is simple as data, the rest as one program for the script engine. */
export class TagPrograms {
  /** By network output. */
  readonly programs: readonly (TagProgram | undefined)[];
  /** By network rule: rules that have tags only the script engine may run. */
  readonly places: ReadonlyMap<number, ScriptPlace>;
  readonly sources: readonly string[];

  private constructor(
    programs: readonly (TagProgram | undefined)[],
    places: ReadonlyMap<number, ScriptPlace>,
    sources: readonly string[],
  ) {
    this.programs = programs;
    this.places = places;
    this.sources = sources;
  }

  static async prepare(
    documents: readonly LinkedDocument[],
    network: Network,
    limits: GrammarLimits,
  ): Promise<TagPrograms> {
    const kinds = documents.map(({ source }) => tagKind(source));
    const programs: (TagProgram | undefined)[] = [];
    const tagsOfRule = new Map<number, TagSource[]>();
    const scriptRules = new Set<number>();
    network.outputs.forEach((output, index) => {
      if (output.kind !== 'tag') return;
      const document = documents[output.document]!;
      const hasHeader = document.source.headerTags.length > 0;
      const program = programOf(output.text, kinds[output.document]!, hasHeader);
      programs[index] = program;
      if (program.kind === 'simple' || program.kind === 'script') scriptRules.add(output.rule);
      const tags = tagsOfRule.get(output.rule) ?? [];
      tagsOfRule.set(output.rule, tags);
      tags[output.index] = { text: output.text, document, position: output.position };
    });
    const scripts = new ScriptCollector(limits);
    const places = new Map<number, ScriptPlace>();
    for (const rule of scriptRules) places.set(rule, scripts.add(tagsOfRule.get(rule)!));
    const sources = scripts.sources();
    if (programs.some((program) => program?.kind === 'script')) await check(sources, scripts.tags, limits);
    return new TagPrograms(programs, places, sources);
  }
}

/** Gathers the scripts of rules by their documents. */
class ScriptCollector {
  readonly tags: TagSource[] = [];
  readonly #limits: GrammarLimits;
  readonly #documents = new Map<
    LinkedDocument,
    { index: number; header: string[]; rules: { tags: string[] }[] }
  >();
  #length = 0;

  constructor(limits: GrammarLimits) {
    this.#limits = limits;
  }

  add(tags: readonly TagSource[]): ScriptPlace {
    const { document } = tags[0]!;
    let script = this.#documents.get(document);
    if (!script) {
      const header = document.source.headerTags.map(({ text, position }) => ({ text, document, position }));
      script = { index: this.#documents.size, header: this.#take(header), rules: [] };
      this.#documents.set(document, script);
    }
    script.rules.push({ tags: this.#take(tags) });
    return { document: script.index, rule: script.rules.length - 1 };
  }

  sources(): string[] {
    return [...this.#documents.values()].map((script) => documentSource(script));
  }

  #take(tags: readonly TagSource[]): string[] {
    for (const tag of tags) {
      this.tags.push(tag);
      this.#length += tag.text.length;
    }
    const { scriptLength } = this.#limits;
    if (this.#length > scriptLength)
      throw limitReached('scriptLength', `the tags hold more than ${scriptLength} characters of script`);
    return tags.map((tag) => tag.text);
  }
}

function programOf(text: string, kind: TagKind, hasHeader: boolean): TagProgram {
  if (kind === 'ignored') return { kind: 'ignored' };
  if (kind === 'literal') return { kind: 'literal', value: text.trim() };
  // Header tags may change what any name means: nothing is simple then.
  const assignments = hasHeader ? undefined : parseSimpleTag(text);
  if (!assignments) return { kind: 'script' };
  const only = assignments.length === 1 ? assignments[0]! : undefined;
  if (only && !only.add && only.path.length === 0 && only.value.kind === 'constant')
    return { kind: 'literal', value: only.value.value };
  return { kind: 'simple', assignments };
}

/** Compiles the scripts once, to find a tag that is none; which one it is, is only asked when there is one. */
async function check(
  sources: readonly string[],
  tags: readonly TagSource[],
  limits: GrammarLimits,
): Promise<void> {
  try {
    (await Sandbox.create(sources, limits)).dispose();
    return;
  } catch (error) {
    if (!(error instanceof ScriptInvalid || error instanceof ScriptStopped)) throw error;
    const alone = tags.map(({ text }) => documentSource({ header: [], rules: [{ tags: [text] }] }));
    const invalid = error instanceof ScriptInvalid ? await findInvalid(alone, limits) : undefined;
    // Out of memory, the engine may call the source at fault.
    if (!invalid)
      throw limitReached(
        'scriptMemory',
        `the tags cannot be compiled within the limits of the script engine: ${error.message}`,
      );
    const { document, position } = tags[invalid.place]!;
    const reason = `the tag is not a valid script: ${invalid.reason}`;
    throw new GrammarError('tag', reason, { uri: document.source.uri, ...position });
  }
}
