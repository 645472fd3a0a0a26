/** Sanitizing of formatted text: keeps the markup of the admin's editor (docs/decisions/0009). */
import type { IOptions, Transformer } from 'sanitize-html';
import { imageLink, isTextLink } from '#contract/kernel/fields.ts';
import { badRequest } from '#platform/errors.ts';

/** Upper limit of the columns or rows that a cell of a table spans. */
const maxSpan = 100;
const spanning: Transformer = (tagName, attribs) => ({
  tagName,
  attribs: Object.fromEntries(
    Object.entries(attribs).filter(([, value]) => /^\d+$/.test(value) && Number(value) > 1 && Number(value) <= maxSpan),
  ),
});

/** Markup of the editor (admin/src/kit/form/rich-text-editor.tsx). */
const allowed: IOptions = {
  allowedTags: 'p br h2 h3 strong em s u sup sub code pre ul ol li blockquote a table thead tbody tr th td'.split(' '),
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    ol: ['start', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: {
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    ins: 'u',
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    td: spanning,
    th: spanning,
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { target: '_blank', rel: 'noopener noreferrer nofollow', ...(isTextLink(href) && { href }) },
    }),
  },
};

/** The same with pictures of our uploads, or of https addresses. */
const withPictures: IOptions = {
  ...allowed,
  allowedTags: [...(allowed.allowedTags as string[]), 'img'],
  allowedAttributes: { ...(allowed.allowedAttributes as Record<string, string[]>), img: ['src', 'alt'] },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !imageLink.safeParse(attribs['src']).success,
};

interface Field {
  /** Upper limit of the stored characters, including markup. */
  max: number;
  path: string;
  /** Whether the text may have pictures. */
  hasPictures?: boolean;
}

/**
 * Sanitizes HTML: keeps the text of disallowed tags, and removes scripts and styles entirely. 400 if the result is too
 * long.
 */
export async function cleanHtml(html: string, { max, path, hasPictures = false }: Field): Promise<string> {
  const clean = await cleaned(html, hasPictures ? withPictures : allowed);
  if (clean.length > max) throw badRequest(`At most ${max} characters with its formatting`, path);
  return clean;
}

async function cleaned(html: string, options: IOptions): Promise<string> {
  // Most texts have no markup; the parser is loaded on demand.
  if (!/[<&]/.test(html)) return html;
  const { default: sanitize } = await import('sanitize-html');
  // Same serialization as in browsers, so that the editor finds its text unchanged.
  return sanitize(html, options)
    .replace(/<(br|img[^<>]*?) \/>/g, '<$1>')
    .replaceAll('\u00A0', '&nbsp;');
}
