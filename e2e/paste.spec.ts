/** Tests what the rich text editor makes of the clipboards of other programs. */
import type { Page } from '@playwright/test';
import { type Clip, clips } from './clips.ts';
import { type Api, expect, test, unique } from './fixtures.ts';

const paste = (page: Page, { html = '', text = '' }: Pick<Clip, 'html' | 'text'>) =>
  page.getByRole('textbox', { name: 'Description' }).evaluate(
    (editor, [asHtml, asText]) => {
      const clipboardData = new DataTransfer();
      if (asHtml) clipboardData.setData('text/html', asHtml);
      if (asText) clipboardData.setData('text/plain', asText);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [html, text] as const,
  );

const storedOf = async (admin: Api, courseId: string): Promise<string> => {
  const { description } = await admin.send('GET', `/admin/course/${courseId}/`);
  return String(description).replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '');
};

test('what other programs copy is pasted with its lists, tables, links and lines', async ({ page, open, api }) => {
  test.slow();
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Tempel') });
  await open(`/course/flexy/${courseId}`);
  for (const { program, stored, ...clip } of clips)
    await test.step(program, async () => {
      await page.getByRole('textbox', { name: 'Description' }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await paste(page, clip);
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.keyboard.press('Control+s');
      expect((await saved).status()).toBe(200);
      // The editor keeps a line below a table, a list or code.
      const html = (await storedOf(admin, courseId)).replace(/(?<=<\/(?:table|ul|ol|pre)>)<p><\/p>$/, '');
      expect.soft(html, program).toBe(stored);
    });
});

test('pictures that a paste loses are counted, until the next paste', async ({ page, open, api }) => {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Gambar') });
  await open(`/course/flexy/${courseId}`);
  const picture = '<img width=9 src="file:///C:/Users/ayu/clip_image001.png" v:shapes="Picture_1">';
  await page.getByRole('textbox', { name: 'Description' }).click();
  await paste(page, { html: `<p class=MsoNormal>Grafik: <![if !vml]>${picture}${picture}<![endif]></p>` });
  await expect(page.getByText('Not pasted: 2 pictures. This text cannot have pictures.')).toBeVisible();
  await paste(page, { text: 'Selesai' });
  await expect(page.getByText('Not pasted')).toHaveCount(0);
});

test('a table is added, extended and deleted in a text', async ({ page, open, api }) => {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Tabel') });
  await open(`/course/flexy/${courseId}`);
  const tools = page.getByRole('group', { name: 'Format Description' });
  await page.getByRole('textbox', { name: 'Description' }).click();
  await tools.getByRole('button', { name: 'Table', exact: true }).click();
  await page.keyboard.type('Hari');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Jam');
  await tools.getByRole('button', { name: 'Add row' }).click();
  await tools.getByRole('button', { name: 'Delete row' }).click();
  await expect(page.locator('.tiptap tr')).toHaveCount(2);
  await tools.getByRole('button', { name: 'Add column' }).click();
  await expect(page.locator('.tiptap th')).toHaveCount(3);
  await tools.getByRole('button', { name: 'Delete table' }).click();
  await expect(page.locator('.tiptap table')).toHaveCount(0);
  await expect(tools.getByRole('button', { name: 'Table', exact: true })).toBeVisible();
});
