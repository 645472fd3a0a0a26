/** HTML as a tree of bounded depth, with the references of its texts undecoded. */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { DomHandler, Parser, type parseDocument } from 'htmlparser2';
import { badRequest } from '#platform/errors.ts';

export type HtmlNode = ReturnType<typeof parseDocument>['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: object }>;

/** Far above what editors write. */
const deepest = 100;

/** Refuses documents that are nested too deep while they are read. */
class BoundedHandler extends DomHandler {
  private depth = 0;
  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    if (this.depth > deepest) throw badRequest('The HTML of a question is nested too deep to be read');
    super.onopentag(name, attributes);
  }
  override onclosetag(): void {
    this.depth -= 1;
    super.onclosetag();
  }
}

/** @throws HttpError 400 for excessive depth */
export function htmlTree(html: string): readonly HtmlNode[] {
  const handler = new BoundedHandler();
  new Parser(handler, { decodeEntities: false, recognizeSelfClosing: true }).end(html);
  return handler.root.children;
}

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;
export const isText = (node: HtmlNode): node is Extract<HtmlNode, { nodeType: 3 }> => node.nodeType === 3;
/** Name without the prefix of its namespace; empty: no element. */
export const nameOf = (node: HtmlNode): string => (isElement(node) ? node.name.replace(/^.*:/, '') : '');
export const childrenOf = (node: HtmlNode): readonly HtmlNode[] => ('children' in node ? node.children : []);
export const attributeOf = (node: HtmlElement, name: string): string =>
  decodeHTMLAttribute(node.attribs[name] ?? '').trim();

const rawText = (node: HtmlNode): string => (isText(node) ? node.data : childrenOf(node).map(rawText).join(''));
/** Text of a node and its descendants. */
export const rawTextOf = (node: HtmlNode): string => decodeHTML(rawText(node));

/** Descendants with one of these names, in order; those within `below` are left out. */
export const elementsIn = (node: HtmlNode, names: readonly string[], below: readonly string[] = []): HtmlElement[] =>
  childrenOf(node).flatMap((child) => [
    ...(isElement(child) && names.includes(nameOf(child)) ? [child] : []),
    ...(below.includes(nameOf(child)) ? [] : elementsIn(child, names, below)),
  ]);
