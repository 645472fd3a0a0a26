/** HTML as formatted text and as plain text. */
import { imageLink } from '#contract/kernel/fields.ts';
import { badRequest } from '#platform/errors.ts';
import { cleanHtml } from '#shared/rich-text.ts';
import { withoutUnknownElements } from './html-elements.ts';
import { textOfRich } from './html-text.ts';
import { htmlTree } from './html-tree.ts';
import { isPlainHtml, richOf } from './rich-html.ts';
import type { Picture, PlacePicture } from './rich-writing.ts';

export interface ReadHtml {
  text: string;
  /** Pictures, which the text does not hold. */
  pictures: Picture[];
  /** Sentences about what neither the text nor the formatted text holds. */
  losses: string[];
  /** Those about what only the formatted text holds. */
  textLosses: string[];
  /** Formatted text with its pictures, not sanitized yet; absent: it is a plain text. */
  formatted?: (place: PlacePicture) => string;
}

export const unformatted = (text: string, pictures: Picture[] = []): ReadHtml => ({
  text,
  pictures,
  losses: [],
  textLosses: [],
});

/** Maximum length of the markup of a text, without its pictures; ours have at most 20,000 characters. */
const maxMarkup = 200_000;
const embeddedData = /data:[^,<>"']{1,100};base64,[\w+/=\s-]*/gi;

/** Reads well-formed markup. @throws HttpError 400 for excessive length and depth */
export function readMarkup(markup: string): ReadHtml {
  if (markup.length > maxMarkup && markup.replace(embeddedData, '').length > maxMarkup)
    throw badRequest('A text of a question is far too long; shorten it, or take the question out');
  if (markup.trim() === '') return unformatted('');
  const tree = htmlTree(markup);
  const pictures: Picture[] = [];
  const { html, losses } = richOf(tree, (picture) => {
    pictures.push(picture);
    return null;
  });
  const { text, losses: textLosses } = textOfRich(html);
  const formatted = (place: PlacePicture) => (pictures.length === 0 ? html : richOf(tree, place).html);
  return { text, pictures, losses, textLosses, formatted };
}

/** Reads HTML as people write it. @throws HttpError 400 for excessive length and depth */
export const readHtml = (html: string): ReadHtml => readMarkup(withoutUnknownElements(html));

/**
 * Sanitized form of a formatted text with the text that it says; `html` is null if it says no more. @throws HttpError 400
 * at `path` for excessive length and depth
 */
export async function readFormatted(
  html: string,
  { max, path }: { max: number; path: string },
): Promise<{ text: string; html: string | null }> {
  const place: PlacePicture = ({ address }) => (imageLink.safeParse(address).success ? address : null);
  const { html: rich } = richOf(htmlTree(withoutUnknownElements(html)), place, { decodes: true });
  return await sanitized(rich, { max, path });
}

/** The same of a text in our form, as files are read. */
export async function sanitized(
  rich: string,
  { max, path }: { max: number; path: string },
): Promise<{ text: string; html: string | null }> {
  const clean = isPlainHtml(rich) ? null : await cleanHtml(rich, { max, path, hasPictures: true });
  return { text: textOfRich(clean ?? rich).text, html: clean };
}
