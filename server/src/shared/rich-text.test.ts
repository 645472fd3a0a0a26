/** Tests which links and tags of a text are kept. */
import { expect, test } from 'vitest';
import { cleanHtml } from './rich-text.ts';

const field = { max: 1000, path: 'content' };
const linked = (href: string) => cleanHtml(`<p><a href="${href}">teks</a></p>`, field);

test.each(['https://example.com/a?b=1', 'http://example.com', 'mailto:sari@example.com', 'tel:+628123'])(
  'keeps a link to %s',
  async (href) => {
    expect(await linked(href)).toContain(`href="${href}"`);
  },
);

test.each([
  '//evil.test',
  '\\\\evil.test',
  '/\\evil.test',
  'https:evil.test',
  'ftp://evil.test',
  'sms:1',
  'java\tscript:alert(1)',
  'data:text/html,x',
  '/relative',
])('removes the target of a link to %s, and keeps its text', async (href) => {
  expect(await linked(href)).toBe('<p><a target="_blank" rel="noopener noreferrer nofollow">teks</a></p>');
});

test('limits the length of the sanitized text', async () => {
  const links = (count: number) => '<a href="https://a.id">a</a>'.repeat(count);
  const one = (await cleanHtml(links(1), field)).length;
  const fitting = Math.floor(field.max / one);
  expect(links(fitting + 1).length).toBeLessThan(field.max);
  expect(await cleanHtml(links(fitting), field)).toHaveLength(fitting * one);
  await expect(cleanHtml(links(fitting + 1), field)).rejects.toMatchObject({ statusCode: 400 });
});

test('keeps scripts and code, and pictures only where a text may have them', async () => {
  const text = '<p>H<sub>2</sub>O, 2<sup>10</sup> <code>a</code></p><pre><code>if x:\n    y</code></pre>';
  expect(await cleanHtml(text, field)).toBe(text);
  const picture = '<img src="/files/coding/a.png" alt="a &lt;b&gt; &quot;c&quot;">';
  expect(await cleanHtml(`a${picture}`, field)).toBe('a');
  const pictures = { ...field, hasPictures: true };
  expect(await cleanHtml(`a${picture}`, pictures)).toBe(`a${picture}`);
  const others = ['javascript:x()', 'data:image/svg+xml,x', 'http://a.test/a.png', '//a.test/a.png', ''];
  for (const address of others) expect(await cleanHtml(`a<img src="${address}" onerror="x()">`, pictures)).toBe('a');
});

test('keeps tables with their spans, and not their style', async () => {
  const table =
    '<table><tbody><tr><th colspan="2"><p>Jadwal</p></th></tr><tr><td>Senin</td><td>19.00</td></tr></tbody></table>';
  expect(await cleanHtml(table, field)).toBe(table);
  expect(
    await cleanHtml(
      '<table class="a" border="1"><tr><td style="color:red" colspan="99999" rowspan="-1" onclick="x()">a</td></tr></table>',
      field,
    ),
  ).toBe('<table><tr><td>a</td></tr></table>');
});
