import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteFile, siteSources } from './pages.ts';
import { sitePage } from './site-links.ts';

/** Collects the sources of the site in one folder, as its generator wants them. */
export function stage(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const sources = siteSources(root);
  const has = (path: string) => sources.includes(path);
  for (const source of sources) {
    const { markdown, images } = sitePage(readFileSync(join(root, source), 'utf8'), source, has);
    const file = join(folder, siteFile(source));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, markdown);
    for (const image of images) cpSync(join(root, image), join(folder, siteFile(image)));
  }
  // The generator copies this folder as it is.
  cpSync(join(root, 'packages/console/src/shell/icon.svg'), join(folder, 'public/icon.svg'));
}
