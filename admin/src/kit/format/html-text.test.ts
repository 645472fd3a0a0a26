/** Tests the plain text of rich text. */
import { expect, test } from 'vitest';
import { textOfHtml } from './html-text.ts';

test('rich text is converted to its plain text', () => {
  expect(textOfHtml('<h2>Isi</h2><ul><li>Satu &amp; dua</li><li>a &lt; b&nbsp;c</li></ul>x<br>y')).toBe(
    'Isi Satu & dua a < b c x y',
  );
  expect(textOfHtml('&amp;lt;p&amp;gt;')).toBe('&lt;p&gt;');
});
