/** Texts of questions as the HTML of exports, which is well-formed XML. */
import { inTextClass } from './rich-writing.ts';
import type { StoredQuestion } from './read-result.ts';
import { pictureHtml, toHtml } from '#shared/spreadsheet/markup.ts';

/** Formatted text of ours as XML; links open as the other program decides. */
const asXml = (html: string): string =>
  html
    .replaceAll('&nbsp;', '&#160;')
    .replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '')
    .replaceAll('<br>', '<br/>')
    .replace(/<img ([^<>]*)>/g, `<img class="${inTextClass}" $1/>`);

export const promptHtml = ({ question, questionHtml, imageUrl }: StoredQuestion): string =>
  (questionHtml === null ? toHtml(question) : asXml(questionHtml)) + pictureHtml(imageUrl);

export const explanationHtml = ({ explanation, explanationHtml: html }: StoredQuestion): string =>
  html === null ? toHtml(explanation) : asXml(html);
