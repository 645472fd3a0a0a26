/**
 * Formatted text as members read it. Unsaved text was not sanitized by the server, so only the editor's tags are
 * rendered.
 */
import { Fragment, type ReactNode, createElement } from 'react';
import { imageLink, isTextLink } from '#contract/kernel/fields.ts';
import classes from './formatted.module.css';

const drawnTags: ReadonlySet<string> = new Set([
  'p',
  'h2',
  'h3',
  'strong',
  'em',
  's',
  'u',
  'sup',
  'sub',
  'code',
  'pre',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);

const listTypes = ['1', 'a', 'A', 'i', 'I'] as const;

function draw(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || node.matches('script, style')) return null;
  const tag = node.localName;
  if (tag === 'br') return <br key={key} />;
  if (node instanceof HTMLImageElement) {
    const { success, data } = imageLink.safeParse(node.getAttribute('src'));
    return success && <img key={key} src={data} alt={node.alt} />;
  }
  const inside = [...node.childNodes].map(draw);
  if (node instanceof HTMLOListElement)
    return (
      <ol key={key} start={node.start} type={listTypes.find((type) => type === node.type)}>
        {inside}
      </ol>
    );
  if (node instanceof HTMLTableCellElement)
    return createElement(tag, { key, colSpan: node.colSpan, rowSpan: node.rowSpan }, inside);
  const href = node.getAttribute('href') ?? '';
  if (tag === 'a' && isTextLink(href))
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {inside}
      </a>
    );
  return drawnTags.has(tag) ? createElement(tag, { key }, inside) : <Fragment key={key}>{inside}</Fragment>;
}

export const Formatted = ({ html }: { html: string }): ReactNode => (
  <div className={classes['formatted']}>
    {[...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(draw)}
  </div>
);
