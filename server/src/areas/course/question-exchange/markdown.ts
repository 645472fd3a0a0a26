/** Markdown as the text that was typed; its pictures and links to files are named. */
import type { ReadHtml } from './html.ts';

const picture = /!\[([^\]\n]*)\]\(\s*<?([^\s)>]+)>?[^)\n]*\)/g;

export const readMarkdown = (markdown: string): ReadHtml => ({
  text: markdown.replace(picture, '').replace(/\r\n?/g, '\n').trim(),
  pictures: [...markdown.matchAll(picture)].map(([, alt = '', address = '']) => ({ address, alt })),
  losses: [],
});
