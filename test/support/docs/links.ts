import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf } from '../../../packages/docs/src/anchors.ts';
import { outsideCode } from '../../../packages/docs/src/site-links.ts';

const LINK = /\]\(([^()\s]+)\)/g;
const HEADING = /^#{1,6} (.*)$/;

/** Links of a file of the checkout that lead nowhere: missing files, and missing headings of Markdown. */
export function deadLinks(root: string, file: string): string[] {
  const dead: string[] = [];
  outsideCode(readFileSync(join(root, file), 'utf8'), (line) => {
    for (const [, target = ''] of line.replace(/`[^`]*`/g, '').matchAll(LINK)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#', 2);
      const to = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(join(root, to))) dead.push(`${file}: ${target}`);
      else if (anchor !== undefined && !anchorsOf(join(root, to)).has(anchor))
        dead.push(`${file}: ${target}`);
    }
    return line;
  });
  return dead;
}

/** The anchors that Git hosts and the site give to headings alike. */
export function anchorsOf(file: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  outsideCode(readFileSync(file, 'utf8'), (line) => {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      anchors.add(anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')));
    }
    return line;
  });
  return anchors;
}
