/**
 * Pasted HTML of Word, Excel, LibreOffice, Google Docs and WhatsApp as the markup of the rich text editor: lists that are
 * drawn with paragraphs become lists, tables that only arrange something become paragraphs, and line breaks stay. What
 * the editor's schema does not know (colors, fonts) it drops by itself.
 */

const blocks = 'p,div,ul,ol,table,h1,h2,h3,h4,h5,h6,blockquote,pre,hr';

const textOf = (node: Node) => (node.textContent ?? '').replaceAll('\u00a0', ' ').trim();
const styleOf = (element: Element) => element.getAttribute('data-style') ?? '';

function renamed(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Paragraph of Word's that is an item of a list, or the list of one item that Word for the web makes of each. */
interface Item {
  level: number;
  isOrdered: boolean;
  /** Number of the first item of an ordered list. */
  start: number;
  content: readonly Node[];
}

const wordItem = 'p[data-style*="mso-list"], div.ListContainerWrapper';
const levelIn = /mso-list:\s*l\d+\s+level(\d+)/i;
const markerOf = (element: Element) =>
  [...element.querySelectorAll('[data-style*="mso-list"]')].find((one) => /mso-list:\s*ignore/i.test(styleOf(one)));
const numberAtEnd = /(\d+)\D*$/;

function itemOf(element: Element): Item | undefined {
  const line = element.matches('div') ? element.querySelector('li') : undefined;
  if (line) {
    const isOrdered = line.parentElement?.localName === 'ol';
    const start = Number(line.parentElement?.getAttribute('start')) || 1;
    return {
      level: Number(line.getAttribute('data-aria-level')) || 1,
      isOrdered,
      start,
      content: [...line.childNodes],
    };
  }
  const level = element.matches(wordItem) && levelIn.exec(styleOf(element));
  if (!level) return undefined;
  const marker = markerOf(element);
  const text = marker ? textOf(marker) : '';
  marker?.remove();
  const content = element.ownerDocument.createElement('p');
  content.append(...element.childNodes);
  const start = Number(numberAtEnd.exec(text)?.[1] ?? 1);
  return { level: Number(level[1]), isOrdered: /^\(?(?:\d|[a-z]+[.)])/i.test(text), start, content: [content] };
}

/** List of items; those of a deeper level stand within the item before. */
function listsOf(items: readonly Item[], page: Document): DocumentFragment {
  const whole = page.createDocumentFragment();
  const open: { level: number; list: Element }[] = [];
  for (const { level, isOrdered, start, content } of items) {
    const tag = isOrdered ? 'ol' : 'ul';
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level === level && open.at(-1)?.list.localName !== tag) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = page.createElement(tag);
      if (isOrdered && start > 1) list.setAttribute('start', String(start));
      (open.at(-1)?.list.lastElementChild ?? whole).append(list);
      open.push({ level, list });
    }
    const line = page.createElement('li');
    line.append(...content);
    open.at(-1)?.list.append(line);
  }
  return whole;
}

function joinItems(page: Document): void {
  for (const first of page.querySelectorAll(wordItem)) {
    if (!first.isConnected) continue;
    const items: Item[] = [];
    const place = page.createComment('');
    first.before(place);
    for (let next: Element | null = first, item; next && (item = itemOf(next));) {
      items.push(item);
      const done: Element = next;
      next = done.nextElementSibling;
      done.remove();
    }
    place.replaceWith(listsOf(items, page));
  }
  // Numbers of headings.
  for (let marker; (marker = markerOf(page.body));) marker.replaceWith(`${textOf(marker)} `);
}

/** Tables around other tables, and tables of one column: the editor's tables are of data. */
function unwrapTables(page: Document): void {
  for (const table of page.querySelectorAll('table')) {
    const caption = table.caption;
    if (caption) table.before(renamed(caption, 'p'));
    const isData = !table.querySelector('table') && [...table.rows].some(({ cells }) => cells.length > 1);
    if (isData && table.getAttribute('role') !== 'presentation') continue;
    const cells = [...table.rows].flatMap((row) => [...row.cells]);
    table.replaceWith(...cells.map((cell) => renamed(cell, 'div')));
  }
}

/** Line breaks of preformatted text, as in messages of WhatsApp, and its emoji. */
function keepLines(page: Document): void {
  for (const picture of page.querySelectorAll('img[data-plain-text], img.emoji'))
    picture.replaceWith(picture.getAttribute('data-plain-text') ?? picture.getAttribute('alt') ?? '');
  for (const line of page.querySelectorAll('pre br')) line.replaceWith('\n');
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found.filter(({ data }) => data.includes('\n'))) {
    const shown = text.parentElement?.closest('[data-style*="white-space"], pre, .selectable-text');
    // Lines of code stay as they are.
    if (
      !shown ||
      shown.localName === 'pre' ||
      /white-space:\s*(?:normal|nowrap)|white-space-collapse:\s*collapse/i.test(styleOf(shown))
    )
      continue;
    text.replaceWith(
      ...text.data.split(/\r?\n/).flatMap((line, at) => (at ? [page.createElement('br'), line] : [line])),
    );
  }
}

const isBetweenBlocks = (node: ChildNode, side: 'previousSibling' | 'nextSibling'): boolean => {
  const next = node[side];
  if (next instanceof Element) return next.matches(`${blocks},br`);
  return !next || (textOf(next) === '' && isBetweenBlocks(next, side));
};

/** Paragraphs and line breaks that only make a distance, and what is hidden. */
function dropRest(page: Document): void {
  const hidden = '[data-style*="display:none"], [data-style*="display: none"], .EOP';
  for (const one of page.querySelectorAll(hidden)) one.remove();
  for (const line of page.querySelectorAll('br'))
    if (line.parentElement?.querySelector(`:scope > :is(${blocks})`))
      if (isBetweenBlocks(line, 'previousSibling') && isBetweenBlocks(line, 'nextSibling')) line.remove();
  for (const one of page.querySelectorAll('p')) if (textOf(one) === '') one.remove();
}

/** Formats that are written as styles. */
const formats: readonly (readonly [tag: string, style: RegExp])[] = [
  ['strong', /(?<![-\w])font-weight:\s*(?:bold|[6-9]00)/i],
  ['em', /(?<![-\w])font-style:\s*italic/i],
  ['s', /(?<![-\w])text-decoration[^;]*line-through/i],
  ['u', /(?<![-\w])text-decoration[^;]*underline/i],
  ['sup', /(?<![-\w])vertical-align:\s*super/i],
  ['sub', /(?<![-\w])vertical-align:\s*sub(?!\w)/i],
];
/** Elements that a style makes plain: Google Docs wraps everything in a bold one. */
const plainFormats: readonly (readonly [tag: string, style: RegExp])[] = [
  ['b', /(?<![-\w])font-weight:\s*(?:normal|400)/i],
  ['i', /(?<![-\w])font-style:\s*normal/i],
];

function applyFormats(page: Document): void {
  for (const [tag, style] of plainFormats)
    for (const one of page.querySelectorAll(`${tag}[data-style]`))
      if (style.test(styleOf(one))) one.replaceWith(...one.childNodes);
  for (const one of page.querySelectorAll(':is(span, p, td, th)[data-style]'))
    for (const [tag] of formats.filter(([, style]) => style.test(styleOf(one)))) {
      const format = page.createElement(tag);
      format.append(...one.childNodes);
      one.append(format);
    }
  // Links are underlined by themselves.
  for (const one of page.querySelectorAll('a u')) one.replaceWith(...one.childNodes);
  for (const one of page.querySelectorAll('u:has(a)')) one.replaceWith(...one.childNodes);
}

/** Rules for classes of Excel, which marks bold cells by them. */
function applyClasses(page: Document, html: string): void {
  if (!html.includes('office:excel')) return;
  for (const [, name, style] of html.matchAll(/\.(xl\d+|font\d+)\s*\{([^}]*)\}/g))
    for (const one of page.querySelectorAll(`.${name}`)) one.setAttribute('data-style', `${style};${styleOf(one)}`);
}

/** Rows without their table, as some programs copy them; a parser would drop them. */
const bareRows = /^(?:\s|<meta[^>]*>|<!--[^]*?-->)*<(?:col|tbody|thead|t[rdh])\b/i;

/**
 * The HTML with its styles as data: the content security policy keeps a parser from applying them, and reports each.
 */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style[\s>][^]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='));

/** HTML of other programs for the editor. Its own stays as it is. */
export function pastedHtml(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  const plain = withoutStyles(html);
  const page = new DOMParser().parseFromString(bareRows.test(plain) ? `<table>${plain}</table>` : plain, 'text/html');
  dropRest(page);
  keepLines(page);
  joinItems(page);
  unwrapTables(page);
  applyClasses(page, html);
  applyFormats(page);
  for (const heading of page.querySelectorAll('h1')) renamed(heading, 'h2');
  for (const heading of page.querySelectorAll('h4, h5, h6')) renamed(heading, 'h3');
  for (const script of page.querySelectorAll('script')) script.remove();
  return page.body.innerHTML;
}

/** Plain text with the marks of WhatsApp (`*bold*`, `~struck~`) as those that the editor reads. */
export const pastedText = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}*~])([*~])(?=[^\s*~])([^*~\n]*[^\s*~])\1(?![\p{L}\p{N}*~])/gu, '$1$1$2$1$1');
