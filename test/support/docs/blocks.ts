/** A fenced block of Markdown. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** Of its first fence, from 1. */
  readonly line: number;
  /** Why it is not run: `<!-- not run: … -->` above it. */
  readonly notRun?: string;
  /** What has to be run before it, which readers do not need: `<!-- first: … -->` above it. */
  readonly first?: string;
}

const FENCE = /^(?:```|~~~)(\S*)/;
const REMARK = /^<!-- (not run|first): (.*) -->$/;

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; lines: string[]; line: number; remark: RegExpExecArray | null } | undefined;
  const lines = markdown.split('\n');
  lines.forEach((text, index) => {
    const fence = FENCE.exec(text);
    if (open && fence) {
      const [, kind, words] = open.remark ?? [];
      blocks.push({
        language: open.language,
        code: open.lines.join('\n'),
        line: open.line,
        ...(kind === 'not run' && { notRun: words! }),
        ...(kind === 'first' && { first: words! }),
      });
      open = undefined;
    } else if (open) open.lines.push(text);
    else if (fence) {
      open = { language: fence[1]!, lines: [], line: index + 1, remark: REMARK.exec(lines[index - 1] ?? '') };
    }
  });
  return blocks;
}

export interface Shown {
  readonly command: string;
  readonly output: string;
}

/** The commands of a `console` block: lines after a `$`, continued by a backslash, and what they print. */
export function commandsOf(code: string): Shown[] {
  const found: { command: string; output: string[] }[] = [];
  let continued = false;
  for (const line of code.split('\n')) {
    const last = found.at(-1);
    if (continued && last) last.command += `\n${line}`;
    else if (line.startsWith('$ ')) found.push({ command: line.slice(2), output: [] });
    else last?.output.push(line);
    continued = (continued || line.startsWith('$ ')) && line.endsWith('\\');
  }
  return found.map(({ command, output }) => ({ command, output: output.join('\n').trim() }));
}
