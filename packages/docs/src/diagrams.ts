import { renderMermaidSVG } from 'beautiful-mermaid';

const COLOURS = {
  light: { bg: '#ffffff', fg: '#213547', line: '#64748b', muted: '#334155', accent: '#0f766e' },
  dark: { bg: '#1b1b1f', fg: '#dfdfd6', line: '#94a3b8', muted: '#cbd5e1', accent: '#5eead4' },
};

/**
 * A Mermaid diagram as two images, one for each appearance of the site. They are drawn when the site is built: no script
 * draws in the browser, and a style inside an image needs no permission of the page.
 */
export function diagram(code: string): string {
  return Object.entries(COLOURS)
    .map(([name, colours]) => {
      const svg = renderMermaidSVG(code, { ...colours, font: 'sans-serif' }).replace(/@import[^;]*;/g, '');
      const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
      return `<img class="diagram diagram-${name}" alt="diagram" src="${address}">`;
    })
    .join('');
}
