/** Lists of pasted text whose items only have a level and a marker, as Word and plain text write them. */

interface Item {
  level: number;
  /** Absent: a bullet. */
  count?: Count | undefined;
  content: readonly (Node | string)[];
}
interface Count {
  /** As of `<ol>`: `1`, `a`, `A`, `i` or `I`. */
  type: string;
  number: number;
}

const romans = { i: 1, v: 5, x: 10 } as const;
const romanNumber = (letters: string) =>
  [...letters].reduceRight((sum, letter) => {
    const value = romans[letter as keyof typeof romans];
    return value * 4 < sum ? sum - value : sum + value;
  }, 0);

/** Count of an ordered marker: `2.`, `1.2.`, `(3)`, `b)`, `IV.`. */
function countOf(marker: string): Count | undefined {
  const number = /^\(?(?:\d+[.-])*(\d+)[.):]?\)?$/.exec(marker)?.[1];
  if (number) return { type: '1', number: Number(number) };
  const letters = /^\(?([ivx]+|[a-z])[.)]\)?$/i.exec(marker)?.[1];
  if (!letters) return undefined;
  const lower = letters.toLowerCase();
  const isRoman = /^[ivx]+$/.test(lower);
  const type = isRoman ? 'i' : 'a';
  return {
    type: letters === lower ? type : type.toUpperCase(),
    number: isRoman ? romanNumber(lower) : lower.charCodeAt(0) - 96,
  };
}

interface OpenList {
  level: number;
  list: Element;
  count: Count | undefined;
}

/** Whether an item goes on with a list; Markdown may count each item as 1. */
const follows = (count: Count | undefined, { count: before }: OpenList) =>
  count?.type === before?.type &&
  (!count || !before || count.number === before.number + 1 || (count.number === 1 && before.number === 1));

/** Lists of items; those of a deeper level stand within the item before, and a count that begins again is a new list. */
export function listsOf(items: readonly Item[], page: Document): DocumentFragment {
  const whole = page.createDocumentFragment();
  const open: OpenList[] = [];
  for (const { level, count, content } of items) {
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const same = open.at(-1);
    if (same?.level === level && !follows(count, same)) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = page.createElement(count ? 'ol' : 'ul');
      if (count && count.type !== '1') list.setAttribute('type', count.type);
      if (count && count.number !== 1) list.setAttribute('start', String(count.number));
      (open.at(-1)?.list.lastElementChild ?? whole).append(list);
      open.push({ level, list, count });
    }
    const line = page.createElement('li');
    line.append(...content);
    const last = open.at(-1)!;
    last.list.append(line);
    last.count = count;
  }
  return whole;
}

const styleOf = (element: Element) => element.getAttribute('data-style') ?? '';
const wrapper = 'div.ListContainerWrapper';
const wordItem = `p:is([data-style*="mso-list"], :has([data-style*="mso-list"])), ${wrapper}`;
const markerOf = (element: Element) =>
  [...element.querySelectorAll('[data-style*="mso-list"]')].find((one) => /mso-list:\s*ignore/i.test(styleOf(one)));
const markerText = (marker: Element) => marker.textContent.replaceAll('\u00a0', ' ').trim();

/** Items of the list around one or some of them that Word for the web makes. */
const itemsOfWrapper = (element: Element): Item[] =>
  [...element.querySelectorAll<HTMLLIElement>(':scope > * > li')].map((line) => {
    const list = line.parentElement as HTMLOListElement;
    const number = (list.start || 1) + [...list.children].indexOf(line);
    const count = list.localName === 'ol' ? { type: list.type || '1', number } : undefined;
    return { level: Number(line.getAttribute('data-aria-level')) || 1, count, content: [...line.childNodes] };
  });

/** Paragraph of Word's as an item; none if its marker has words, such as "Pasal 1", which would be lost. */
function itemsOf(element: Element): Item[] {
  if (element.matches(wrapper)) return itemsOfWrapper(element);
  const marker = markerOf(element);
  const level =
    /mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(element))?.[1] ??
    (marker && (/MsoList\D*(\d)/.exec(element.className)?.[1] ?? 1));
  const text = marker ? markerText(marker) : '';
  const count = countOf(text);
  if (!element.matches(wordItem) || !level || (!count && /[\p{L}\p{N}]{2}/u.test(text))) return [];
  marker?.remove();
  const content = element.ownerDocument.createElement('p');
  content.append(...element.childNodes);
  return [{ level: Number(level), count, content: [content] }];
}

const orders = { alpha: 'a', latin: 'a', roman: 'i' } as const;

/** Lists directly within lists, and counts that are written as styles. */
function readLists(page: Document): void {
  // Items of nothing but a list belong to the item before.
  for (const line of page.querySelectorAll('li:has(> :is(ul, ol):only-child)')) {
    const inner = line.firstElementChild!;
    if (line.textContent.trim() === inner.textContent.trim()) line.replaceWith(inner);
  }
  for (const inner of page.querySelectorAll(':is(ul, ol) > :is(ul, ol):first-child'))
    inner.replaceWith(...inner.children);
  for (const list of page.querySelectorAll<HTMLOListElement>('ol')) {
    const first = list.querySelector(':scope > li');
    const [, size, order] =
      /list-style-type:\s*(lower|upper)-(alpha|latin|roman)/i.exec(`${styleOf(list)};${first ? styleOf(first) : ''}`) ??
      [];
    const type = orders[order?.toLowerCase() as keyof typeof orders];
    if (type) list.type = size === 'upper' ? type.toUpperCase() : type;
    const value = first?.getAttribute('value');
    if (value && !list.hasAttribute('start')) list.setAttribute('start', value);
  }
}

/** Makes lists of what Word draws as lists. */
export function joinItems(page: Document): void {
  readLists(page);
  for (const first of page.querySelectorAll(wordItem)) {
    if (!first.isConnected) continue;
    const items: Item[] = [];
    const place = page.createComment('');
    first.before(place);
    for (let next: Element | null = first, some; next && (some = itemsOf(next)).length > 0;) {
      items.push(...some);
      const done: Element = next;
      next = done.nextElementSibling;
      done.remove();
    }
    place.replaceWith(listsOf(items, page));
  }
  // Numbers of headings.
  for (let marker; (marker = markerOf(page.body));) marker.replaceWith(`${markerText(marker)} `);
}

const bullet = /^([ \t]*)(?:[-*•–▪◦‣●○\uf0a7\uf0b7]|(\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{2,5})[.)]))[ \t]+(?=\S)/;

/** Item in a line of plain text: `- …`, `• …`, `2. …`. */
export function itemInLine(line: string): (Omit<Item, 'content'> & { text: string }) | undefined {
  const [all, indent = '', marker] = bullet.exec(line) ?? [];
  if (all === undefined) return undefined;
  const level = indent.replaceAll('\t', '    ').length + 1;
  return { level, count: marker ? countOf(marker) : undefined, text: line.slice(all.length) };
}
