import { posix } from 'node:path';
import { siteFile } from './pages.ts';

/** `[text](target)` and `![text](target)`. */
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;
const IMAGE = /(<img\s[^>]*?src=")([^"]+)/g;
const FENCE = /^\s*(```|~~~)/;

export interface SitePage {
  readonly markdown: string;
  /** The images that it shows, from the root of the checkout. */
  readonly images: readonly string[];
}

/**
 * The Markdown of a page with its links as the site needs them. Sources link to each other as files of the checkout,
 * which is what a reader on a Git host follows. What the site does not have is named instead of linked.
 */
export function sitePage(markdown: string, source: string, has: (path: string) => boolean): SitePage {
  const images: string[] = [];
  const here = posix.dirname(siteFile(source));
  const at = (target: string) => posix.normalize(posix.join(posix.dirname(source), target));
  const to = (file: string) => `./${posix.relative(here, siteFile(file))}`;
  const show = (file: string) => {
    images.push(file);
    return to(file);
  };
  const replaced = outsideCode(markdown, (line) =>
    line
      .replace(LINK, (link: string, image: string, text: string, target: string) => {
        const [path = '', anchor] = target.split('#', 2);
        if (path === '' || isElsewhere(target)) return link;
        const file = at(path);
        if (image) return `![${text}](${show(file)})`;
        if (!has(file)) return text.includes('`') ? text : `${text} (\`${file}\`)`;
        return `[${text}](${to(file)}${anchor === undefined ? '' : `#${anchor}`})`;
      })
      .replace(IMAGE, (tag: string, start: string, target: string) =>
        isElsewhere(target) ? tag : start + show(at(target)),
      ),
  );
  return { markdown: replaced, images };
}

/** The lines of Markdown, those outside fenced code changed. */
export function outsideCode(markdown: string, change: (line: string) => string): string {
  let fenced = false;
  return markdown
    .split('\n')
    .map((line) => {
      if (FENCE.test(line)) fenced = !fenced;
      return fenced ? line : change(line);
    })
    .join('\n');
}

function isElsewhere(target: string): boolean {
  return /^[a-z]+:/.test(target) || target.startsWith('/');
}
