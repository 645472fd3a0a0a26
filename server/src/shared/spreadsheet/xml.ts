/** Parses XML into a small tree; refuses declared entities, document types and excessive depth. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { badRequest } from '#platform/errors.ts';
import { decodeReferences } from './markup.ts';
import { lineCounter } from './text.ts';

export interface XmlElement {
  /** Name without the namespace prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlNode[];
  line: number;
}
/** Element or text; texts keep their references (`&lt;`) undecoded. */
export type XmlNode = XmlElement | { text: string };

/** Syntax error in XML, with its line. */
export class BrokenXml extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Maximum depth, and number of tags and of references, of a file. */
const deepest = 60;
const maxTags = 400_000;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  cdataPropName: '#cdata',
  captureMetaData: true,
  removeNSPrefix: true,
  ignorePiTags: true,
  ignoreDeclaration: true,
  maxNestedTags: deepest,
});
const metaData = XMLParser.getMetaDataSymbol() as symbol;

type Raw = Record<string | symbol, unknown>;

const textIn = (parts: unknown) => (parts as Raw[]).map((part) => String(part['#text'])).join('');
const escapedAgain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function nodeOf(raw: Raw, lineAt: (offset: number) => number): XmlNode {
  if ('#text' in raw) return { text: String(raw['#text']) };
  if ('#cdata' in raw) return { text: escapedAgain(textIn(raw['#cdata'])) };
  const name = Object.keys(raw).find((key) => key !== ':@')!;
  const { startIndex = 0 } = (raw[metaData] ?? {}) as { startIndex?: number };
  const attributes = Object.entries((raw[':@'] ?? {}) as Record<string, string>);
  const line = lineAt(startIndex);
  return {
    name,
    line,
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeReferences(value)])),
    children: (raw[name] as Raw[]).map((child) => nodeOf(child, lineAt)),
  };
}

export function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

/**
 * Document type that names a definition elsewhere, as QTI 1.2 has it, or declares elements and attributes. It is not
 * read; one with entities, whose text would be missing, is refused.
 */
const unreadType =
  /^<!DOCTYPE\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC)(?:\s+(?:"[^"<>]*"|'[^'<>]*')){1,2})?\s*(?:\[(?:[^\]%<]|<(?!!ENTITY))*\]\s*)?>/;
/** Longest document type; that of QTI 1.2 has 30,000 characters. */
const longestType = 100_000;
const beforeRoot = /^\uFEFF?(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->)*/;

/** Parses XML. @throws HttpError 400 for declarations of entities, and for excessive depth; BrokenXml */
export function readXml(written: string): XmlElement {
  const start = beforeRoot.exec(written)?.[0].length ?? 0;
  const [type = ''] = unreadType.exec(written.slice(start, start + longestType)) ?? [];
  // Lines stay where they are.
  const text = written.slice(0, start) + type.replace(/[^\n]/g, ' ') + written.slice(start + type.length);
  const prolog = beforeRoot.exec(text)?.[0].length ?? 0;
  if (text.startsWith('<!', prolog))
    throw badRequest(
      'This XML declares a document type or entities of its own, which are not read; take <!DOCTYPE …> out',
    );
  if (countOf(text, '<') > maxTags || countOf(text, '&') > maxTags)
    throw badRequest('This XML has far too many parts to be read');
  const checked = XMLValidator.validate(text);
  if (checked !== true) throw new BrokenXml(checked.err.line, checked.err.msg);
  let raw: Raw[];
  try {
    raw = parser.parse(text) as Raw[];
  } catch (error) {
    if (error instanceof Error && /nested/i.test(error.message))
      throw badRequest('This XML is nested too deep to be read');
    throw new BrokenXml(1, 'It cannot be read');
  }
  const lineAt = lineCounter(text);
  const root = raw.map((one) => nodeOf(one, lineAt)).find((node) => 'name' in node);
  if (!root) throw new BrokenXml(1, 'It is empty');
  return root;
}

export const elementsOf = ({ children }: XmlElement, name?: string): XmlElement[] =>
  children.filter((node): node is XmlElement => 'name' in node && (name === undefined || node.name === name));

export const elementOf = (parent: XmlElement, name: string): XmlElement | undefined => elementsOf(parent, name)[0];

/** Descendants with a name, in document order. */
export const descendantsOf = (parent: XmlElement, name: string): XmlElement[] =>
  elementsOf(parent).flatMap((child) => [...(child.name === name ? [child] : []), ...descendantsOf(child, name)]);

/** Text of a node and its descendants, with references undecoded. */
const rawText = (node: XmlNode): string => ('text' in node ? node.text : node.children.map(rawText).join(''));
export const textOf = (node: XmlElement | undefined): string => (node ? decodeReferences(rawText(node)) : '');

/** Content of an element as HTML, without the elements for which `isLeftOut` is true. */
export function htmlWithin(node: XmlElement, isLeftOut: (name: string) => boolean = () => false): string {
  const markup = (child: XmlNode): string => {
    if ('text' in child) return child.text;
    if (isLeftOut(child.name)) return '';
    const attributes = Object.entries(child.attributes).map(
      ([key, value]) => ` ${key}="${escapedAgain(value).replaceAll('"', '&quot;')}"`,
    );
    const within = child.children.map(markup).join('');
    return `<${child.name}${attributes.join('')}${within === '' ? '/>' : `>${within}</${child.name}>`}`;
  };
  return node.children.map(markup).join('');
}
