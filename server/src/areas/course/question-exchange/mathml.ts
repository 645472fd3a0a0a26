/** MathML as a line of text: `(a+b)/(2)`, `x²`, `√(x)`. */
import { script } from '#shared/spreadsheet/scripts.ts';
import { type HtmlNode, childrenOf, nameOf, rawTextOf } from './html-tree.ts';

const isSingle = (text: string) => /^(?:[\p{L}\p{N}.,]+|.)$/u.test(text);
const grouped = (text: string) => (isSingle(text) || /^\([^()]*\)$/.test(text) ? text : `(${text})`);

const partsOf = (node: HtmlNode): string[] =>
  childrenOf(node)
    .filter((child) => nameOf(child) !== '' || rawTextOf(child).trim() !== '')
    .map(mathText);

const writers: Readonly<Record<string, (parts: readonly string[], node: HtmlNode) => string>> = {
  mfrac: ([above = '', below = '']) => `${grouped(above)}/${grouped(below)}`,
  msup: ([base = '', power = '']) => base + script('sup', power),
  msub: ([base = '', index = '']) => base + script('sub', index),
  msubsup: ([base = '', index = '', power = '']) => base + script('sub', index) + script('sup', power),
  munder: ([base = '', below = '']) => base + script('sub', below),
  mover: ([base = '', above = '']) => base + script('sup', above),
  munderover: ([base = '', below = '', above = '']) => base + script('sub', below) + script('sup', above),
  msqrt: (parts) => `√(${parts.join('')})`,
  mroot: ([base = '', degree = '']) => `${script('sup', degree)}√(${base})`,
  mtable: (parts) => `[${parts.join('; ')}]`,
  mtr: (parts) => parts.join(', '),
  mlabeledtr: (parts) => parts.slice(1).join(', '),
  mphantom: () => '',
  annotation: () => '',
  'annotation-xml': () => '',
  mspace: () => ' ',
  mfenced: (parts, node) => {
    const { open = '(', close = ')', separators = ',' } = 'attribs' in node ? node.attribs : {};
    return `${open}${parts.join(separators.trim()[0] ?? '')}${close}`;
  },
  ms: (_, node) => `"${rawTextOf(node).trim()}"`,
};

/** Signs of MathML that are read and not seen. */
const invisible = /[\u2061-\u2064]/g;
const tokens = new Set(['mi', 'mn', 'mo', 'mtext', 'ci', 'cn']);

/** Text of an element of MathML. */
export function mathText(node: HtmlNode): string {
  const name = nameOf(node);
  if (name === '') return rawTextOf(node).trim();
  if (tokens.has(name)) {
    const text = rawTextOf(node).replace(/\s+/g, ' ');
    const sign = text.trim().replace(invisible, '');
    return name === 'mtext' ? text : name === 'mo' && /^[=<>≤≥≠≈→⇒+−±×÷]$/.test(sign) ? ` ${sign} ` : sign;
  }
  return Object.hasOwn(writers, name) ? writers[name]!(partsOf(node), node) : partsOf(node).join('');
}
