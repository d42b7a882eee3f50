import type { Network } from '../compile/network.ts';
import { CLOSE } from './steps.ts';

/**
 * How a text was matched, as a flat list: rules opened and closed, tokens and tags between them, in the order of
 * the text. Flat, because rules nest as deep as a sentence is long.
 */
export type ParseStep =
  /** `rule` is the rule's name; `written` the reference to it, as in `<other.grxml#fruit>`. */
  | { readonly kind: 'open'; readonly rule: string; readonly written: string }
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'tag'; readonly text: string }
  | { readonly kind: 'close' };

export function parseSteps(steps: readonly number[], { outputs }: Network): ParseStep[] {
  return steps.map((step) => {
    if (step === CLOSE) return { kind: 'close' };
    const output = outputs[step]!;
    if (output.kind === 'call') return { kind: 'open', rule: output.name, written: output.written };
    return { kind: output.kind, text: output.text };
  });
}

/**
 * A parse in the notation of the SRGS specification (appendix H):
 *
 * ```ts
 * printParse(match.parse); // $main["hello",$who["world",{!{greeting}!}]]
 * ```
 */
export function printParse(parse: readonly ParseStep[]): string {
  let text = '';
  for (const step of parse) {
    const separator = text === '' || text.endsWith('[') || step.kind === 'close' ? '' : ',';
    if (step.kind === 'open') text += `${separator}$${step.written}[`;
    else if (step.kind === 'close') text += ']';
    else text += `${separator}${step.kind === 'token' ? `"${step.text}"` : `{!{${step.text}}!}`}`;
  }
  return text;
}

/** The words of a parse, as the grammar writes them. */
export function spokenText(steps: readonly number[], { outputs }: Network): string {
  let text = '';
  for (const step of steps) {
    if (step === CLOSE) continue;
    const output = outputs[step]!;
    if (output.kind === 'token') text += text === '' ? output.text : ` ${output.text}`;
  }
  return text;
}
