/** Lossless conversion between text and HTML, for formats with HTML; significant spaces become character references. */

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function characterOf(reference: string): string | undefined {
  const number = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  if (!reference.startsWith('#')) return names[reference.toLowerCase()];
  return number > 0 && number <= 0x10ffff && !(number >= 0xd800 && number <= 0xdfff)
    ? String.fromCodePoint(number)
    : undefined;
}

/** Decodes references such as `&lt;`, `&#60;` and `&#x3c;`; unknown ones are unchanged. */
export const decodeReferences = (text: string): string =>
  text.replace(
    /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,5});/gi,
    (whole, reference: string) => characterOf(reference) ?? whole,
  );

/** Characters that XML cannot contain. */
// oxlint-disable-next-line no-control-regex -- these are control characters
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const byNumber = (text: string) => [...text].map((one) => `&#${one.codePointAt(0)};`).join('');
const written: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML content or an attribute, preserving white space. */
export const escapeXml = (text: string): string =>
  text
    .replace(unspeakable, '')
    .replace(/[&<>"]/g, (one) => written[one]!)
    .replace(/[^\S ]|^ | $| {2,}/g, byNumber);

/** Text as HTML, with `<br/>` for line breaks. */
export const toHtml = (text: string): string => text.split('\n').map(escapeXml).join('<br/>');

const image = (address: string) => `<br/><img src="${escapeXml(address)}" alt=""/>`;
/** Text as HTML, with its picture below. */
export const toHtmlWith = (text: string, imageUrl: string | null): string =>
  toHtml(text) + (imageUrl === null ? '' : image(imageUrl));

/** Marker of a block's start or end; it does not occur in texts. */
const edge = '\u0001';
const blocks = /<\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|pre|blockquote|prompt|section)(?:\s[^<>]*)?\/?>/gi;
const edges = new RegExp(`[ ${edge}]*${edge}[ ${edge}]*`, 'g');

/** Visible text of HTML, and the URL of its first picture. */
export function fromHtml(html: string): { text: string; imageUrl: string | null } {
  const picture = /(?:<br\s*\/?>)?<img\s[^<>]*?src\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>/i.exec(html);
  const text = html
    .replaceAll(edge, '')
    .replace(picture?.[0] ?? /$^/, ' ')
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(blocks, edge)
    .replace(/ ?<br\s*\/?> ?/gi, '\n')
    .replace(/<[a-z/!][^<>]*>/gi, '')
    .replace(edges, edge)
    .replace(new RegExp(`^[ ${edge}]+|[ ${edge}]+$`, 'g'), '')
    .replaceAll(edge, '\n');
  const address = picture && decodeReferences(picture[1] ?? picture[2] ?? '').trim();
  return { text: decodeReferences(text), imageUrl: address || null };
}

export const textOfHtml = (html: string): string => fromHtml(html).text;
