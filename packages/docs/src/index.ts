/** What the generator of the site needs. Nothing of it is in the server, which serves the built site only. */
export { anchorOf } from './anchors.ts';
export { diagram } from './diagrams.ts';
export { type Group, type Page, siteFile, siteGroups, siteSources } from './pages.ts';
export { outsideCode, sitePage } from './site-links.ts';
export { stage } from './stage.ts';
