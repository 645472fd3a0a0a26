/** Lossless conversion of text to HTML, for formats with HTML; significant spaces become character references. */
import { decodeHTMLStrict } from 'entities/decode';

/** Decodes references such as `&lt;`, `&#60;`, `&#x3c;` and `&eacute;`; unknown ones are unchanged. */
export const decodeReferences = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text);

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

/** Picture below a text; empty: none. */
export const pictureHtml = (imageUrl: string | null): string =>
  imageUrl === null ? '' : `<br/><img src="${escapeXml(imageUrl)}" alt=""/>`;
/** Text as HTML, with its picture below. */
export const toHtmlWith = (text: string, imageUrl: string | null): string => toHtml(text) + pictureHtml(imageUrl);
