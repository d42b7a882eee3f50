import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf, diagram, siteFile, siteGroups } from '../dist/index.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pageOf = (source) => `/${siteFile(source).replace(/(^index)?\.md$/, '')}`;

export default defineConfig({
  title: 'Locutor',
  description: 'A self-hosted speech server',
  lang: 'en',
  srcDir: 'dist/source',
  // build.mjs puts it in place when it is complete.
  outDir: 'dist/new-site',
  cacheDir: 'dist/cache',
  // The server puts the real one in its place: it depends on the setting pathPrefix.
  base: '/LOCUTOR_DOCS_BASE/',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/LOCUTOR_DOCS_BASE/icon.svg' }]],
  // Pages of their own names, so that an address works on any static host.
  cleanUrls: false,
  // The list of the pages in a file instead of in every page.
  metaChunk: true,
  lastUpdated: false,
  // The one that switches off transitions writes a style into the page, which the policy of the server forbids.
  appearance: { disableTransition: false },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: siteGroups(root).map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: pageOf(page.source) })),
    })),
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  markdown: {
    // Lines of commands and of JSON are long; a reader of them wants them whole.
    theme: { light: 'github-light', dark: 'github-dark' },
    anchor: { slugify: anchorOf },
    languageAlias: { console: 'shellsession', abnf: 'text', jsgf: 'text' },
    config(md) {
      const fence = md.renderer.rules.fence.bind(md.renderer.rules);
      md.renderer.rules.fence = (tokens, index, ...rest) =>
        tokens[index].info.trim() === 'mermaid'
          ? diagram(tokens[index].content)
          : fence(tokens, index, ...rest);
    },
  },
});
