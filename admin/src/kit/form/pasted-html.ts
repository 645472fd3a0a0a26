/**
 * Pasted HTML of Word, Excel, LibreOffice, Google Docs and WhatsApp as the markup of the rich text editor: lists that are
 * drawn with paragraphs become lists, tables that only arrange something become paragraphs, and line breaks stay. What
 * the editor's schema does not know (colors, fonts) it drops by itself.
 */
import { imageLink, isTextLink } from '#contract/kernel/fields.ts';
import { joinItems } from './pasted-lists.ts';

const textOf = (node: Node) => (node.textContent ?? '').replaceAll('\u00a0', ' ').trim();
const styleOf = (element: Element) => element.getAttribute('data-style') ?? '';

function renamed(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Rules for classes, by which Excel marks bold cells. */
function applyClasses(page: Document, html: string): void {
  const sheets = html.match(/<style[\s>][^]*?<\/style\s*>/gi) ?? [];
  for (const [, name, style] of sheets.join('\n').matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g))
    for (const one of page.getElementsByClassName(name!))
      // Rules that hide are for other sizes of the screen, or for paper.
      one.setAttribute('data-style', `${style!.replace(/display[^;]*/gi, '')};${styleOf(one)}`);
}

/** Formulas in MathML, which most pages have twice: as MathML, and as it is shown. */
function readFormulas(page: Document): void {
  for (const other of page.querySelectorAll('annotation, annotation-xml, .katex-html, img[class*="math-fallback"]'))
    other.remove();
  for (const [tag, is] of [
    ['sup', 'msup > :last-child, msubsup > :last-child, mover > :last-child'],
    ['sub', 'msub > :last-child, msubsup > :nth-child(2), munder > :last-child'],
  ] as const)
    for (const one of page.querySelectorAll(is)) renamed(one, tag);
  for (const below of page.querySelectorAll('mfrac > :last-child')) {
    for (const part of below.parentElement!.children)
      if (textOf(part).length > 1) part.replaceChildren('(', ...part.childNodes, ')');
    below.before('/');
  }
  for (const root of page.querySelectorAll('msqrt')) root.replaceChildren('√(', ...root.childNodes, ')');
  for (const formula of page.querySelectorAll('math')) {
    const hidden = formula.closest('[data-style*="display: none"], [data-style*="display:none"]') ?? formula;
    hidden.replaceWith(renamed(formula, 'span'));
  }
}

/** Hidden elements, controls of pages, comments of Word and Calc, and rows that only hold widths. */
const rest = [
  '[data-style*="display:none" i]',
  '[data-style*="display: none" i]',
  '.EOP',
  '.LineBreakBlob > span',
  'script',
  'button',
  'select',
  'comment',
  '.msocomanchor',
  '[data-style*="mso-element:comment-list"]',
  'tr[height="0"]',
].join();

/** Invisible characters, except those that join and separate letters and emoji. */
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000e-\u001f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffc]/g;
export const visible = (text: string) => text.replace(invisible, '');
/** Text whose indentation and distances stay in HTML. */
export const spaced = (text: string) =>
  text.replace(/^[^\S\n]+|[^\S\n]{2,}|\t|[^\S\n]+$/g, (spaces) =>
    '\u00a0'.repeat(spaces.replaceAll('\t', '    ').length),
  );

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Lines of text as paragraphs. */
export const linesHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${escaped(spaced(line))}</p>`)
    .join('');

const textsIn = (root: Element): Text[] => {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  return found;
};

const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f?)+$/v;
/** Text of a picture that stands for it. */
const wordOf = (picture: Element) =>
  picture.getAttribute('data-plain-text') ??
  ['alt', 'data-emoji', 'title']
    .map((name) => picture.getAttribute(name) ?? '')
    .find((text) => picture.matches('.emoji') || emoji.test(text));

/** Addresses of pictures in Google Docs, which work for some hours. */
const passing = /^https:\/\/lh\d[\w-]*\.googleusercontent\.com\/docs/;

/** Signs that are pictures and controls. */
function readSigns(page: Document): void {
  for (const picture of page.images) if (passing.test(picture.src)) picture.removeAttribute('src');
  for (const picture of page.querySelectorAll('img')) {
    const word = wordOf(picture);
    if (word) picture.replaceWith(word);
  }
  for (const box of page.querySelectorAll('input[type="checkbox"], li[aria-checked]')) {
    const sign = box.matches('[checked], [aria-checked="true"]') ? '☑ ' : '☐ ';
    for (const drawn of box.querySelectorAll(':scope > img')) drawn.remove();
    if (box.matches('li')) (box.querySelector('p') ?? box).prepend(sign);
    else box.replaceWith(sign);
  }
  for (const tab of page.querySelectorAll('[data-style*="mso-tab-count"]')) tab.replaceWith(' ');
}

const monospace = /font-family:[^;]*(?:\bmono(?:space)?\b|courier|consolas|menlo|monaco)/i;
const isPreformatted = /white-space:\s*(?:pre|break)/i;
const codeOf = (element: Element): string => {
  for (const line of element.querySelectorAll('br')) line.replaceWith('\n');
  for (const line of element.querySelectorAll(':is(div, p, tr):not(:has(div, p, tr))')) line.append('\n');
  return element.textContent.replaceAll('\u00a0', ' ').replace(/^\n|\s+$/g, '');
};
const codeElement = (text: string, page: Document) => {
  const shown = page.createElement(text.includes('\n') ? 'pre' : 'code');
  shown.append(text);
  return shown;
};

/** Whether all words of a paragraph are in a font of code, without other formats. */
const isLineOfCode = (line: Element | null): line is Element =>
  line?.localName === 'p' &&
  !line.querySelector('a, img, b, strong, [data-style*="mso-list"]') &&
  !/mso-list/.test(styleOf(line)) &&
  textOf(line) !== '' &&
  [...line.querySelectorAll('*'), line].every((one) =>
    [...one.childNodes].every(
      (node) =>
        !(node instanceof Text) ||
        textOf(node) === '' ||
        monospace.test(styleOf(one.closest('[data-style*="font-family"]') ?? one)),
    ),
  );

/** Code: preformatted elements without labels and buttons, what editors and terminals copy, and lines in its font. */
function readCode(page: Document): void {
  for (const number of page.querySelectorAll('.blob-num')) number.remove();
  for (const one of page.querySelectorAll('pre, codeblock, table:has(.blob-code)')) {
    const codes = one.querySelectorAll('code');
    const code = renamed(one, 'pre');
    code.textContent = codeOf(codes.length === 1 ? codes[0]! : code);
  }
  for (const one of page.querySelectorAll('[data-style*="white-space"]'))
    if (one.isConnected && isPreformatted.test(styleOf(one)) && monospace.test(styleOf(one)))
      if (one.matches('div') || textOf(one).includes('\n')) one.replaceWith(codeElement(codeOf(one), page));
  for (const first of page.querySelectorAll('p')) {
    const lines: Element[] = [];
    for (let next: Element | null = first; isLineOfCode(next); next = next.nextElementSibling) lines.push(next);
    // Word breaks long lines of its HTML.
    for (const part of lines.flatMap(textsIn)) part.data = part.data.replace(/[ \t]*\r?\n[ \t]*/g, ' ');
    const text = lines.map(codeOf).join('\n');
    if (!text.includes('\n')) continue;
    for (const line of lines.slice(1)) line.remove();
    first.replaceWith(codeElement(text, page));
  }
  for (const one of page.querySelectorAll('span[data-style*="font-family"]'))
    if (monospace.test(styleOf(one)) && textOf(one) !== '' && textOf(one.closest('p, li, td') ?? one) !== textOf(one))
      renamed(one, 'code');
  for (const one of page.querySelectorAll('tt, kbd, samp')) renamed(one, 'code');
}

/** Lines and indentation of preformatted text, as in messages of WhatsApp. */
function keepLines(page: Document): void {
  for (const text of textsIn(page.body)) {
    text.data = visible(text.data);
    const shown = text.parentElement?.closest('[data-style*="white-space"], pre, .selectable-text');
    if (
      !shown ||
      shown.localName === 'pre' ||
      /white-space:\s*(?:normal|nowrap)|white-space-collapse:\s*collapse/i.test(styleOf(shown))
    )
      continue;
    const lines = text.data.split(/\r?\n/).map((line) => line.replace(/^[ \t]{2,}|[ \t]{3,}/g, spaced));
    text.replaceWith(...lines.flatMap((line, at) => (at ? [page.createElement('br'), line] : [line])));
  }
}

/** Tables around other tables, and tables of one column: the editor's tables are of data. */
function unwrapTables(page: Document): void {
  for (const table of page.querySelectorAll('table')) {
    const caption = table.caption;
    if (caption) table.before(renamed(caption, 'p'));
    const hasBorder = Number(table.getAttribute('border')) > 0;
    const isData =
      (hasBorder || !table.querySelector('table')) && [...table.rows].some(({ cells }) => cells.length > 1);
    if (isData && table.getAttribute('role') !== 'presentation') continue;
    const cells = [...table.rows].flatMap((row) => [...row.cells]);
    table.replaceWith(...cells.map((cell) => renamed(cell, 'div')));
  }
}

/** Formats that are written as styles. */
const formats: readonly (readonly [tag: string, property: string, value: RegExp])[] = [
  ['strong', 'font-weight', /bold|[6-9]00/i],
  ['em', 'font-style', /italic/i],
  ['s', 'text-decoration', /line-through/i],
  ['u', 'text-decoration', /underline/i],
  ['sup', 'vertical-align', /super/i],
  ['sub', 'vertical-align', /sub(?!\w)/i],
];

/** Styles around a node, the innermost first. */
function stylesAround(node: ChildNode): string[] {
  const styles: string[] = [];
  for (let one = node.parentElement; one; one = one.parentElement) if (styleOf(one)) styles.push(styleOf(one));
  return styles;
}

/** Value of a property: the last of the innermost style that sets it. */
function valueIn(styles: readonly string[], property: string): string {
  const written = new RegExp(`(?<![-\\w])${property}(?:-line)?\\s*:([^;]*)`, 'gi');
  return styles.flatMap((style) => [...style.matchAll(written)].at(-1)?.[1] ?? [])[0] ?? '';
}

function applyFormats(page: Document): void {
  // Elements that a style makes plain: Google Docs wraps everything in a bold one.
  for (const one of page.querySelectorAll('b, strong, i, em'))
    if (/(?<![-\w])font-(?:weight|style):\s*(?:normal|400)/i.test(styleOf(one))) one.replaceWith(...one.childNodes);
  const texts = textsIn(page.body).filter((text) => textOf(text) !== '');
  for (const node of [...texts, ...page.querySelectorAll('br')]) {
    const styles = stylesAround(node);
    if (styles.length === 0 || node.parentElement?.closest('pre, code, h1, h2, h3, h4, h5, h6')) continue;
    for (const [tag, property, value] of formats) {
      if (!value.test(valueIn(styles, property))) continue;
      const format = page.createElement(tag);
      node.before(format);
      format.append(node);
    }
  }
  // Links are underlined by themselves.
  for (const one of page.querySelectorAll('a u')) one.replaceWith(...one.childNodes);
  for (const one of page.querySelectorAll('u:has(a)')) one.replaceWith(...one.childNodes);
}

const level2 = 'h1, p.MsoTitle, [role="heading"]:is([aria-level="1"], [aria-level="2"])';
const level3 = 'h4, h5, h6, p[class^="MsoHeading"], [role="heading"]:not(h2, h3)';

/** Pages that lead to the address in their query. */
const redirect =
  /^https?:\/\/(?:www\.google\.[a-z.]+\/url|[\w.-]+\.safelinks\.protection\.outlook\.com\/|l\.(?:facebook|instagram|wl)\.com?\/|www\.youtube\.com\/redirect)/i;

function readLinks(page: Document): void {
  for (const cell of page.querySelectorAll('[data-sheets-hyperlink]:not(:has(a))')) {
    const link = page.createElement('a');
    link.href = cell.getAttribute('data-sheets-hyperlink')!;
    link.append(...cell.childNodes);
    cell.append(link);
  }
  for (const link of page.querySelectorAll('a')) {
    if (!redirect.test(link.href) || !URL.canParse(link.href)) continue;
    const query = new URL(link.href).searchParams;
    const to = query.get('url') ?? query.get('q') ?? query.get('u') ?? '';
    if (isTextLink(to)) link.href = to;
  }
}

const blocks =
  'address,article,aside,blockquote,body,center,dd,details,div,dl,dt,figcaption,figure,footer,h1,h2,h3,h4,h5,h6,header,hr,li,main,ol,p,pre,section,summary,table,td,th,ul';

/** Whether nothing is between a node and the beginning or end of its block, or an edge of another kind. */
function isAtEdge(node: Node, side: 'previousSibling' | 'nextSibling', edges = blocks): boolean {
  for (let at: Node | null = node; at && !(at instanceof Element && at.matches(blocks)); at = at.parentNode)
    for (let next = at[side]; next; next = next[side]) {
      if (next instanceof Element && next.matches(edges)) return true;
      if (textOf(next) !== '' || (next instanceof Element && (next.matches('img') || next.querySelector('img'))))
        return false;
    }
  return true;
}

/** Paragraphs, line breaks and spaces that only make a distance. */
function dropDistances(page: Document): void {
  for (const line of page.querySelectorAll('br'))
    if (isAtEdge(line, 'previousSibling') || isAtEdge(line, 'nextSibling')) line.remove();
  for (const text of textsIn(page.body)) {
    if (text.parentElement?.closest('pre')) continue;
    if (/^[ \t\n]/.test(text.data) && isAtEdge(text, 'previousSibling', `${blocks},br`))
      text.data = text.data.replace(/^[ \t\r\n]+/, '');
    if (/[ \t\n]$/.test(text.data) && isAtEdge(text, 'nextSibling')) text.data = text.data.replace(/[ \t\r\n]+$/, '');
  }
  for (const one of page.querySelectorAll('p')) if (textOf(one) === '' && !one.querySelector('img')) one.remove();
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
  readFormulas(page);
  for (const one of page.querySelectorAll(rest)) one.remove();
  readCode(page);
  applyClasses(page, html);
  readSigns(page);
  keepLines(page);
  joinItems(page);
  unwrapTables(page);
  dropDistances(page);
  applyFormats(page);
  for (const heading of page.querySelectorAll(level2)) renamed(heading, 'h2');
  for (const heading of page.querySelectorAll(level3)) renamed(heading, 'h3');
  readLinks(page);
  return page.body.innerHTML;
}

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html');
/** Whether HTML has no words: that of a copied picture, which comes with its file. */
export const isWithoutText = (html: string): boolean => textOf(parsed(pastedHtml(html)).body) === '';

/** Number of pictures that pasted HTML loses. */
export const lostPictures = (html: string, hasPictures: boolean): number =>
  [...parsed(html).images].filter((one) => !hasPictures || !imageLink.safeParse(one.getAttribute('src')).success)
    .length;
