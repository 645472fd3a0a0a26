/**
 * Formatted text as it may be stored: what the admin's editor makes, and nothing that runs or draws
 * (docs/decisions/0009).
 */
import type { IOptions } from 'sanitize-html';
import { isTextLink } from '#contract/fields.ts';
import { badRequest } from '#platform/errors.ts';

/** The editor's own (admin/src/kit/form/rich-text-editor.tsx). */
const allowed: IOptions = {
  allowedTags: ['p', 'br', 'h2', 'h3', 'strong', 'em', 's', 'u', 'ul', 'ol', 'li', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  transformTags: {
    b: 'strong',
    i: 'em',
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { target: '_blank', rel: 'noopener noreferrer nofollow', ...(isTextLink(href) && { href }) },
    }),
  },
};

interface Field {
  /** Characters, of what is stored: with what links and signs are written as. */
  most: number;
  path: string;
}

/** HTML in, safe HTML out: the text of what is not allowed stays, scripts and styles go whole. 400 where it is too long then. */
export async function cleanHtml(html: string, { most, path }: Field): Promise<string> {
  const clean = await cleaned(html);
  if (clean.length > most) throw badRequest(`At most ${most} characters with its formatting`, path);
  return clean;
}

async function cleaned(html: string): Promise<string> {
  // Most texts are unformatted or not sent at all; the parser is loaded by the first that is.
  if (!/[<&]/.test(html)) return html;
  const { default: sanitize } = await import('sanitize-html');
  // As a browser writes it, so that the editor finds its own text unchanged.
  return sanitize(html, allowed).replaceAll('<br />', '<br>').replaceAll('\u00A0', '&nbsp;');
}
