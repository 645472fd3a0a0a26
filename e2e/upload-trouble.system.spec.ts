/** Tests uploads during other actions: none is lost or ends up in the wrong place. */
import type { Page } from '@playwright/test';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { choosePicture, holdPictures, newCourse, thumbnail } from './files.ts';
import { expect, test } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const people = (page: Page) => page.getByRole('link', { name: 'People' });

test('an image uploaded while nobody is signed in becomes an unsaved change', async ({ page, open, api }) => {
  await open(`/course/flexy/${await newCourse(api)}`);
  const name = page.getByLabel('Name', { exact: true }).first();
  await name.fill('Nama yang baru diketik');
  const { release } = await holdPictures(page);
  await choosePicture(page, 'sampul.png');
  await expect(page.getByText('sampul.png: being checked').first()).toBeVisible();
  await page.evaluate(async () => {
    const [, access = ''] = /accessToken=([^;]+)/.exec(document.cookie) ?? [];
    const headers = { authorization: `Bearer ${access}`, 'x-tenant': 'coding', 'content-type': 'application/json' };
    const body = JSON.stringify({ refresh: localStorage.getItem('refreshToken') });
    await fetch('/api/auth/logout/', { method: 'POST', headers, body });
  });
  await page.keyboard.press('Control+s');
  const email = page.getByLabel('E-mail');
  await expect(email).toBeVisible();
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/upload-image/'));
  release();
  await arrived;
  await email.fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(thumbnail(page)).toHaveValue(/^\/files\//);
  await expect(name).toHaveValue('Nama yang baru diketik');
});

test('a photo follows its instructor, and is dropped with a removed one', async ({ page, open, api }) => {
  await open(`/course/flexy/${await newCourse(api)}`);
  const card = (number: number) => page.getByRole('group', { name: `Instructor ${number}` });
  const photo = (number: number) => card(number).getByRole('textbox', { name: 'Photo (optional)' });
  const { release } = await holdPictures(page);
  for (const [index, name] of ['Ibu Ani', 'Pak Budi', 'Ibu Citra'].entries()) {
    await page.getByRole('button', { name: 'Add instructor' }).click();
    await card(index + 1)
      .getByLabel('Name')
      .fill(name);
  }
  await choosePicture(page, 'ani.png', card(1));
  await choosePicture(page, 'citra.png', card(3));
  await expect(card(3).getByText('citra.png: being checked').first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove instructor 1' }).click();
  await expect(page.getByText('ani.png')).toHaveCount(0);
  release();
  await expect(photo(2)).toHaveValue(/^\/files\//);
  await expect(card(2).getByLabel('Name')).toHaveValue('Ibu Citra');
  await expect(photo(1)).toHaveValue('');
  await expect(tray(page)).toHaveCount(0);
});

test('Discard and signing out ask before an unsaved upload is lost', async ({ page, open, api }) => {
  await open(`/course/flexy/${await newCourse(api)}`);
  const { release } = await holdPictures(page);
  await choosePicture(page, 'sampul.png');
  await people(page).click();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out?' });
  await expect(question).toContainText('sampul.png');
  await question.getByRole('button', { name: 'Stay' }).click();
  release();
  await expect(tray(page)).toContainText('sampul.png is uploaded');
  await tray(page).getByRole('button', { name: 'Discard sampul.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await tray(page).getByRole('link', { name: 'Open the page to save it' }).click();
  await expect(thumbnail(page)).toHaveValue(/^\/files\//);
});

test('the same file can be chosen twice, two dropped files are refused, and one dropped beside the field opens nothing', async ({
  page,
  open,
  api,
}) => {
  await open(`/course/flexy/${await newCourse(api)}`);
  await thumbnail(page).waitFor();
  await holdPictures(page);
  await choosePicture(page, 'sampul.png');
  await page.getByRole('button', { name: 'Cancel sampul.png' }).click();
  await expect(thumbnail(page)).toBeFocused();
  await expect(page.locator('input[type=file][accept*=png]').first()).toHaveJSProperty('value', '');
  const drop = (selector: string, count: number) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (at, files) => {
          const data = new DataTransfer();
          for (const name of files) data.items.add(new File(['x'], name, { type: 'image/png' }));
          return at.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        },
        ['a.png', 'b.png'].slice(0, count),
      );
  await drop('[data-path=thumbnail]', 2);
  await expect(page.getByText('Drop one file only.')).toBeVisible();
  // Without preventDefault the browser would open the file instead of the app.
  expect(await drop('h1', 1)).toBe(false);
});

test('the upload tray covers nothing, collapses to one line, and stays collapsed', async ({ page, open, api }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const course = `/course/flexy/${await newCourse(api)}`;
  await open(course);
  await holdPictures(page);
  const begin = async () => {
    await choosePicture(page, 'sampul.png');
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByLabel('Rows per page').selectOption('20');
    await expect(tray(page)).toContainText('1 upload, 100%');
  };
  await begin();
  const isCovered = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return !top || !(button.contains(top) || top.contains(button));
    });
  await expect.poll(() => isCovered('Next page')).toBe(false);
  await expect(tray(page)).toContainText('sampul.png');
  await tray(page).getByRole('button', { expanded: true }).click();
  await expect(tray(page)).not.toContainText('sampul.png');
  await expect.poll(() => tray(page).evaluate((at) => at.clientHeight)).toBeLessThan(45);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(new URL(course, page.url()).href);
  await begin();
  await expect(tray(page)).not.toContainText('sampul.png');
});

test('an upload for a deleted record is refused, without a link', async ({ page, open, api }) => {
  await open(`/course/flexy/${await newCourse(api)}`);
  await holdPictures(page);
  await choosePicture(page, 'sampul.png');
  await pressInHeadMenu(page, 'Delete');
  await page.getByRole('button', { name: 'Delete 1 course' }).click();
  await expect(tray(page)).toContainText('sampul.png: Its page no longer exists');
  await expect(tray(page).getByRole('link')).toHaveCount(0);
  await tray(page).getByRole('button', { name: 'Dismiss sampul.png' }).click();
  await expect(tray(page)).toHaveCount(0);
});
