import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the site, in the order of its side bar. */
export interface Page {
  /** Of its Markdown, from the root of the checkout. */
  readonly source: string;
  /** In the side bar. */
  readonly title: string;
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

const docs = (name: string, title: string): Page => ({ source: `docs/${name}.md`, title });

const GROUPS: readonly Group[] = [
  {
    title: 'Begin',
    pages: [docs('index', 'Overview'), docs('quick-start', 'Quick start')],
  },
  {
    title: 'Operations',
    pages: [
      docs('recognize', 'Recognize speech'),
      docs('streaming', 'Streaming'),
      docs('jobs', 'Long recordings in the background'),
      docs('interpret', 'Interpret text'),
      docs('verify', 'Verify voices'),
      docs('synthesize', 'Synthesize speech'),
      docs('encoders', 'List encoders'),
      docs('openai', 'OpenAI-compatible interface'),
      docs('telephony', 'Telephony'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      docs('grammars', 'Writing grammars'),
      docs('diarization', 'Who speaks when'),
      docs('traits', 'Gender and age'),
      docs('synthesis', 'From text to speech'),
      docs('console', 'The console'),
      docs('command', 'The command'),
      docs('verification', 'Voice verification in detail'),
    ],
  },
  {
    title: 'Running a server',
    pages: [
      docs('deployment', 'Deployment'),
      docs('fleet', 'Several machines'),
      docs('operating', 'Operating'),
      docs('scale', 'Capacity'),
      docs('configuration', 'Configuration'),
      docs('security', 'Security and privacy'),
      docs('faults', 'Load and faults'),
    ],
  },
  {
    title: 'Reference',
    pages: [docs('interface', 'HTTP interface'), docs('errors', 'Errors')],
  },
  {
    title: 'How good, how fast',
    pages: [docs('accuracy', 'Accuracy'), docs('benchmarks', 'Benchmarks')],
  },
  {
    title: 'Inside',
    pages: [docs('architecture', 'Architecture'), docs('decisions', 'Decisions')],
  },
];

/** Further pages that those link to, and which have no place in the side bar. */
const APPENDICES: readonly string[] = [
  'packages/grammar/README.md',
  'packages/grammar/builtin/README.md',
  'packages/engine/README.md',
  'packages/inference/README.md',
  'packages/contract/README.md',
  'packages/voices/README.md',
  'packages/graphs/README.md',
  'training/diarization/README.md',
  'training/emotion/README.md',
  'training/pronunciation/README.md',
  'training/recognition/README.md',
  'training/speakers/README.md',
  'training/spoofing/README.md',
  'training/traits/README.md',
];

/** The file of a page in the site: "docs/traits.md" is "traits.md", a README is named like its folder. */
export function siteFile(source: string): string {
  return source.startsWith('docs/') ? source.slice('docs/'.length) : source.replace(/\/README\.md$/, '.md');
}

/** The side bar. Pages of docs/ that no group names come last, by their headings. */
export function siteGroups(root: string): readonly Group[] {
  const named = new Set(GROUPS.flatMap(({ pages }) => pages.map(({ source }) => source)));
  const others = readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md') && !named.has(`docs/${file}`))
    .map((file) => {
      const heading = /^# (.*)$/m.exec(readFileSync(join(root, 'docs', file), 'utf8'))?.[1];
      return { source: `docs/${file}`, title: heading ?? file };
    });
  return others.length === 0 ? GROUPS : [...GROUPS, { title: 'More', pages: others }];
}

/** The Markdown of every page, from the root of the checkout. */
export function siteSources(root: string): readonly string[] {
  return [...siteGroups(root).flatMap(({ pages }) => pages.map(({ source }) => source)), ...APPENDICES];
}
