/** Text as people type it into a plain file, with markup where nobody means that as a text to be read. */
import { type ReadHtml, readHtml, unformatted } from './html.ts';

/** Unlike `<b>` in a question about HTML. */
const isMarkedUp = (text: string) =>
  /<img\s[^<>]*src\s*=|<(sup|sub|pre|table|math|svg|audio|video)\b[^<>]*>[^]*<\/\1>/i.test(text);

export const readTyped = (text: string): ReadHtml =>
  isMarkedUp(text) ? readHtml(text.replaceAll('\n', '<br/>')) : unformatted(text);
