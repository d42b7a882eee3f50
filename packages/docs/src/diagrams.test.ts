import { expect, it } from 'vitest';
import { diagram } from './diagrams.ts';

it('draws a diagram in both appearances, with nothing from elsewhere', () => {
  const images = [...diagram('flowchart LR\n  a[One] --> b[Two]').matchAll(/base64,([^"]+)/g)];
  expect(images).toHaveLength(2);
  for (const [, data] of images) {
    const svg = Buffer.from(data!, 'base64').toString();
    expect(svg).toContain('Two');
    expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import/);
  }
});
