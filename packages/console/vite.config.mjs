import { join } from 'node:path';
import { defineConfig } from 'vite';

const repository = join(import.meta.dirname, '..', '..');
const source = (name) => join(repository, 'packages', name, 'src', 'index.ts');

export default defineConfig({
  root: import.meta.dirname,
  // Relative, since the server may have a path prefix.
  base: './',
  resolve: {
    alias: {
      // The samples of the repository.
      grammars: join(repository, 'grammars'),
      // Their sources, since a start compiles nothing.
      '@locutor/client': source('client'),
      '@locutor/transcripts': source('transcripts'),
    },
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // Data URLs are against the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
});
