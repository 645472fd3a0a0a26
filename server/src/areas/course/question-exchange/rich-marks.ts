/** Marks of formatted text by elements and styles of other programs. */
import { type HtmlElement, nameOf } from './html-tree.ts';

const marksOfElements: Readonly<Record<string, string>> = {
  b: '<strong>',
  strong: '<strong>',
  i: '<em>',
  em: '<em>',
  u: '<u>',
  ins: '<u>',
  s: '<s>',
  strike: '<s>',
  del: '<s>',
  sup: '<sup>',
  sub: '<sub>',
  code: '<code>',
  kbd: '<code>',
  samp: '<code>',
  tt: '<code>',
};
/** Formats that editors write as styles. */
const marksOfStyles: readonly (readonly [tag: string, style: RegExp])[] = [
  ['<strong>', /(?<![-\w])font-weight:\s*(?:bold|[6-9]00)/i],
  ['<em>', /(?<![-\w])font-style:\s*italic/i],
  ['<s>', /(?<![-\w])text-decoration[^;]*line-through/i],
  ['<u>', /(?<![-\w])text-decoration[^;]*underline/i],
  ['<sup>', /(?<![-\w])vertical-align:\s*super/i],
  ['<sub>', /(?<![-\w])vertical-align:\s*sub(?!\w|-)/i],
];
const isPlain = /(?<![-\w])font-(?:weight:\s*(?:normal|400)|style:\s*normal)/i;

/** Tags of the marks that an element has. */
export function marksOf(element: HtmlElement, style: string): string[] {
  const name = nameOf(element);
  const own = Object.hasOwn(marksOfElements, name) && !isPlain.test(style) ? [marksOfElements[name]!] : [];
  return [...own, ...marksOfStyles.flatMap(([tag, pattern]) => (pattern.test(style) ? [tag] : []))];
}
