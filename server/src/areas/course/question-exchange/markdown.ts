/** Markdown as the text that was typed; its pictures and links to files are named. */
import { type ReadHtml, unformatted } from './html.ts';

const picture = /!\[([^\]\n]*)\]\(\s*<?([^\s)>]+)>?[^)\n]*\)/g;

export const readMarkdown = (markdown: string): ReadHtml =>
  unformatted(
    markdown.replace(picture, '').replace(/\r\n?/g, '\n').trim(),
    [...markdown.matchAll(picture)].map(([, alt = '', address = '']) => ({ address, alt, isInText: false })),
  );
