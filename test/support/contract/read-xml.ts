import { SaxesParser } from 'saxes';
import { type OpenApi, resolved, type Schema } from './document.ts';

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/**
 * The value that an XML document stands for by the XML names and wrappings of a schema, as a client made from the
 * description would read it. Throws where an element is none of the schema's.
 */
export function readXml(xml: string, schema: Schema, document: OpenApi): unknown {
  const root = parse(xml);
  const name = resolved(document, schema).xml?.name;
  if (root.name !== name) throw new Error(`the root is <${root.name}>; the description says <${name}>`);
  return read(root, schema, document);
}

function read(element: Element, reference: Schema, document: OpenApi): unknown {
  const schema = resolved(document, reference);
  if (schema.type === 'object') return objectOf(element, schema, document);
  if (schema.type === 'array') return listOf(element, schema, document);
  if (element.children.length > 0) throw new Error(`<${element.name}> has elements in it`);
  const { text } = element;
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  // Any other text stays one, for the schema to refuse.
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function objectOf(element: Element, { properties = {} }: Schema, document: OpenApi): object {
  const byElement = new Map(
    Object.entries(properties).map(([key, property]) => [
      elementOf(key, resolved(document, property)),
      { key, property },
    ]),
  );
  const value: Record<string, unknown> = {};
  for (const child of element.children) {
    const found = byElement.get(child.name);
    if (!found) throw new Error(`<${element.name}> has an element <${child.name}> that is not described`);
    if (found.key in value) throw new Error(`<${element.name}> has two elements <${child.name}>`);
    value[found.key] = read(child, found.property, document);
  }
  if (element.text.trim() !== '') throw new Error(`<${element.name}> has text between its elements`);
  return value;
}

function elementOf(key: string, { type, xml }: Schema): string {
  if (type === 'array' && !xml?.wrapped) throw new Error(`the list ${key} is not described as wrapped`);
  return xml?.name ?? key;
}

function listOf(element: Element, { items = {}, xml }: Schema, document: OpenApi): unknown[] {
  if (!xml?.wrapped) throw new Error(`<${element.name}> is a list that is not described as wrapped`);
  const name = resolved(document, items).xml?.name;
  return element.children.map((child) => {
    if (child.name !== name)
      throw new Error(`<${element.name}> has an element <${child.name}> and not <${name}>`);
    return read(child, items, document);
  });
}

function parse(xml: string): Element {
  const top: Element = { name: '', children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (Object.keys(attributes).length > 0) throw new Error(`<${name}> has attributes`);
    const element: Element = { name, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return top.children[0]!;
}
