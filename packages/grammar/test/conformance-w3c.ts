import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileGrammar } from '../src/compile/compile.ts';
import { GrammarError } from '../src/errors.ts';
import { printParse } from '../src/match/parse-steps.ts';
import type { GrammarDocument } from '../src/model.ts';
import { printGrammar } from '../src/print/index.ts';
import { readGrammar } from '../src/read/index.ts';

/** The XML grammars of the W3C's SRGS 1.0 implementation report, which carry their inputs and expected parses. */
const FOLDER = new URL('../../../../shared/conformance/srgs-xml/', import.meta.url);

export const REJECT = 'REJECT';

export interface ConformanceCase {
  readonly file: string;
  readonly number: number;
  readonly input: string;
  /** A parse in the notation of the report, or REJECT. */
  readonly expected: string;
}

export function hasConformanceGrammars(): boolean {
  return existsSync(FOLDER);
}

export function conformanceCases(): ConformanceCase[] {
  if (!hasConformanceGrammars()) return [];
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => casesOf(file));
}

/** Some grammars must not be readable at all, so the cases are taken from the text. */
function casesOf(file: string): ConformanceCase[] {
  const bytes = readFileSync(new URL(file, FOLDER));
  const [first, second] = bytes;
  const text =
    first === 0xfe && second === 0xff
      ? Buffer.from(bytes).swap16().toString('utf16le')
      : first === 0xff && second === 0xfe
        ? bytes.toString('utf16le')
        : bytes.toString(/^<\?xml[^>]*ISO-8859-1/.test(bytes.toString('latin1')) ? 'latin1' : 'utf8');
  const metas = new Map(
    [
      ...text.matchAll(/<meta\s+name=(?:"([^"]*)"|'([^']*)')\s+content=\s*(?:"([^"]*)"|'([^']*)')\s*\/>/g),
    ].map(([, name, otherName, content, otherContent]) => [
      name ?? otherName,
      unescapeXml(content ?? otherContent ?? ''),
    ]),
  );
  return [...metas].flatMap(([name, input]) => {
    const number = /^in\.(\d+)$/.exec(name ?? '')?.[1];
    const expected = metas.get(`out.${number}`);
    return number === undefined || expected === undefined
      ? []
      : [{ file, number: Number(number), input, expected }];
  });
}

function unescapeXml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

export function readCase(file: string): GrammarDocument {
  const uri = new URL(file, FOLDER).href;
  return readGrammar(readFileSync(fileURLToPath(uri)), { uri });
}

/** The parse of the input in the report's notation; REJECT where the input is refused, with a code where the grammar is. */
export async function runCase(
  document: GrammarDocument,
  input: string,
  rules?: readonly string[],
): Promise<string> {
  try {
    const grammar = await compileGrammar(document, {
      resolve: resolveCase,
      ...(rules === undefined ? {} : { rules }),
    });
    const { matches } = await grammar.match(input);
    return matches[0] === undefined ? REJECT : namedFromDocument(printParse(matches[0].parse), document);
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    return `${REJECT} ${error.code}`;
  }
}

/** The report names another grammar as seen from the document; a parse has the reference as written, before its base. */
function namedFromDocument(parse: string, document: GrammarDocument): string {
  if (document.base === undefined) return parse;
  const base = document.base;
  return parse.replace(/\$<([^>]*)>/g, (_, reference) => `$<${base}${reference}>`);
}

/** What the report's grammars refer to, with stand-ins for what is not among them. */
export async function resolveCase(uri: string, mediaType: string | undefined): Promise<GrammarDocument> {
  const local = uri.startsWith(FOLDER.href) ? uri.slice(FOLDER.href.length) : uri;
  const standIn = STAND_INS[local];
  if (standIn !== undefined) return readGrammar(standIn(), { uri });
  if (!existsSync(new URL(local, FOLDER)))
    throw new GrammarError('not-found', `There is no grammar at '${uri}'.`);
  const source = readFileSync(new URL(local, FOLDER));
  return readGrammar(source, { uri, ...(mediaType === undefined ? {} : { mediaType }) });
}

const STAND_INS: Readonly<Record<string, () => string>> = {
  // The report keeps this one in a folder of its own.
  'test/test.grxml': () => readFileSync(new URL('test.grxml', FOLDER), 'utf8'),
  // The ABNF half of the report.
  'politeness.gram': () => printGrammar(readCase('politeness.grxml'), 'abnf'),
  'ruleref-local.gram': () => printGrammar(readCase('ruleref-local.grxml'), 'abnf'),
  // "Should permit the input 'Jose' in different languages."
  'http://www.example.com/multilingual1.grx': () => jose('en-US'),
  'http://www.example.com/multilingual2.grx': () => jose('es-MX'),
};

function jose(language: string): string {
  return `#ABNF 1.0;\nlanguage ${language};\nroot $name;\npublic $name = Jose;`;
}
