/** Tests uploading a thumbnail: chosen, dropped, pasted or typed as a URL. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { newCourse, png, thumbnail, video } from './files.ts';
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-video-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

/** Large files are read from disk, as in real use. */
async function onDisk(name: string, bytes: Buffer): Promise<string> {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
}

const preview = (page: Page) => page.locator('form img').first();
const isLoaded = (page: Page) =>
  expect
    .poll(() => preview(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);

/** Dispatches a drop or paste of a file on the page. */
async function give(page: Page, how: 'drop' | 'paste', bytes: Buffer, name: string, type: string): Promise<void> {
  await thumbnail(page).evaluate(
    (input, file) => {
      const data = new DataTransfer();
      data.items.add(
        new File([Uint8Array.from(atob(file.base64), (one) => one.charCodeAt(0))], file.name, { type: file.type }),
      );
      const event =
        file.how === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      input.dispatchEvent(event);
    },
    { how, name, type, base64: bytes.toString('base64') },
  );
}

test('a thumbnail is uploaded, shown, saved and kept after a reload', async ({ page, open, api }) => {
  await open(`/course/flexy/${await newCourse(api)}`);
  await page.getByLabel('Choose a file for Thumbnail').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file for Thumbnail' }).press('Enter');
  await (await chooser).setFiles({ name: 'sampul.png', mimeType: 'image/png', buffer: await png() });
  await expect(thumbnail(page)).toHaveValue(/^\/files\/coding\/course\/[0-9a-f]{32}\.png$/);
  await isLoaded(page);
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Update Course')).toBeVisible();
  await page.reload();
  await expect(thumbnail(page)).toHaveValue(/^\/files\//);
  await isLoaded(page);
});

for (const how of ['drop', 'paste'] as const)
  test(`an image can be uploaded by ${how}`, { tag: '@system' }, async ({ page, open, api }) => {
    await open(`/course/flexy/${await newCourse(api)}`);
    await thumbnail(page).waitFor();
    await give(page, how, await png(), 'sampul.png', 'image/png');
    await expect(thumbnail(page)).toHaveValue(/^\/files\/.*\.png$/);
  });

test(
  'a typed URL is accepted once its image loads, otherwise an error is shown',
  { tag: '@system' },
  async ({ page, open, api }) => {
    await open(`/course/flexy/${await newCourse(api)}`);
    await thumbnail(page).fill('/demo/nothing-here.png');
    await expect(page.getByText('No picture loads from this address, so it is not used')).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill(unique('Kelas Alamat'));
    await page.keyboard.press('Control+s');
    await expect(thumbnail(page)).toBeFocused();
    await expect(page.getByRole('button', { name: '1 field to correct' })).toBeVisible();
    await thumbnail(page).fill('http://example.com/a.png');
    await expect(page.getByText('Not the address of an image (https://…)')).toBeVisible();
    await thumbnail(page).fill('/demo/coding-2.svg');
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Successfully Update Course')).toBeVisible();
    await thumbnail(page).fill('');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Successfully Update Course').first()).toBeVisible();
    await page.reload();
    await expect(thumbnail(page)).toHaveValue('');
  },
);

test('a file that is not an image is refused at the field, by its type or after inspection', async ({
  page,
  open,
  api,
}) => {
  await open(`/course/flexy/${await newCourse(api)}`);
  await thumbnail(page).waitFor();
  await give(page, 'drop', Buffer.from('halo'), 'catatan.txt', 'text/plain');
  await expect(page.getByText('A picture is a JPG, PNG or WebP of at most 2 MB.')).toBeVisible();
  await give(page, 'drop', Buffer.from('<script>alert(1)</script>'), 'sampul.png', 'image/png');
  await expect(toast(page, 'Upload Image Fail, Failed to get presigned URL!')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'sampul.png: A picture is a JPG' })).toBeVisible();
  await expect(thumbnail(page)).toHaveValue('');
  await expect(thumbnail(page)).toHaveAttribute('aria-invalid', 'true');
  // A retry would be refused again.
  await expect(page.getByRole('button', { name: 'Try sampul.png again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Dismiss sampul.png' }).click();
  await expect(page.getByRole('button', { name: 'Dismiss sampul.png' })).toHaveCount(0);
  await expect(thumbnail(page)).toBeFocused();
  await expect(thumbnail(page)).not.toHaveAttribute('aria-invalid', 'true');
});

test('an image larger than 2 MB is scaled down before the upload', { tag: '@system' }, async ({ page, open, api }) => {
  test.slow();
  const large = await sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(2.5 * 1024 * 1024);
  await open(`/course/flexy/${await newCourse(api)}`);
  await thumbnail(page).waitFor();
  await give(page, 'drop', large, 'foto.jpg', 'image/jpeg');
  await expect(thumbnail(page)).toHaveValue(/^\/files\/.*\.jpg$/, { timeout: 30_000 });
});

test(
  'photos of instructors and users are uploaded in the same way',
  { tag: '@system' },
  async ({ page, open, api }) => {
    await open(`/course/flexy/${await newCourse(api)}`);
    await page.getByRole('button', { name: 'Add instructor' }).click();
    const card = page.getByRole('group', { name: 'Instructor 1' });
    await card.getByLabel('Name').fill('Ibu Ani');
    await card
      .locator('input[type=file]')
      .setInputFiles({ name: 'ani.png', mimeType: 'image/png', buffer: await png(200, 200) });
    await expect(card.getByRole('textbox', { name: 'Photo (optional)' })).toHaveValue(/^\/files\//);
    const { users } = (await (await api()).send('GET', '/admin/user?pageSize=50&sort=joined')) as {
      users: { id: string; role: string }[];
    };
    const member = users.filter(({ role }) => role === 'member')[33]!;
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Successfully Update Course')).toBeVisible();
    await page.goto(page.url().replace(/\/course\/.*/, `/user/${member.id}/account`));
    const form = page.getByRole('region', { name: 'Picture' });
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'wajah.png', mimeType: 'image/png', buffer: await png(200, 200) });
    await expect(form.getByRole('textbox')).toHaveValue(/^\/files\/coding\/user\//);
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Picture saved')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }).locator('..').locator('img')).toHaveAttribute(
      'src',
      /^\/files\//,
    );
  },
);

test('a video upload continues on other pages and after a lost connection, and reaches its field', async ({
  page,
  open,
  api,
}) => {
  test.slow();
  await open(`/course/flexy/${await newCourse(api)}`);
  const field = page.getByRole('textbox', { name: 'Intro video (optional)' });
  await field.waitFor();
  const network = await page.context().newCDPSession(page);
  const speed = (bytesPerSecond: number, offline = false) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await network.send('Network.enable');
  await speed(4 * 1024 * 1024);
  const pieces: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') pieces.push(response.status());
  });
  const taken: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') taken.push(request.url());
  });
  await page.locator('input[type=file][accept*=mp4]').setInputFiles(await onDisk('Perkenalan.mp4', video(40)));
  await expect(page.getByRole('progressbar', { name: 'Upload of Perkenalan.mp4' })).toBeVisible();
  await page.getByRole('link', { name: 'Users' }).click();
  const tray = page.getByRole('region', { name: 'Uploads' });
  await expect(tray).toContainText('Perkenalan.mp4');
  await expect.poll(() => pieces).toContain(204);
  await speed(-1, true);
  await expect(tray).toContainText('You are offline; it continues once you are online', { timeout: 20_000 });
  await speed(-1);
  await expect(tray).toContainText('Perkenalan.mp4 is uploaded', { timeout: 20_000 });
  expect(pieces.filter((status) => status === 204)).toHaveLength(3);
  await tray.getByRole('link', { name: 'Open the page to save it' }).click();
  await expect(field).toHaveValue(/^\/files\/coding\/course\/[0-9a-f]{32}\.mp4$/);
  await expect(tray).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Update Course')).toBeVisible();
  // A file that is in its field is not deleted.
  expect(taken).toEqual([]);
});

test(
  'leaving during an upload warns, and not after it was cancelled',
  { tag: '@system' },
  async ({ page, open, api }) => {
    await open(`/course/flexy/${await newCourse(api)}`);
    await page.getByRole('textbox', { name: 'Intro video (optional)' }).waitFor();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 500_000,
    });
    await page
      .locator('input[type=file][accept*=mp4]')
      .setInputFiles({ name: 'Panjang.mp4', mimeType: 'video/mp4', buffer: video(10) });
    await expect(page.getByRole('progressbar', { name: 'Upload of Panjang.mp4' })).toBeVisible();
    const warning = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await warning;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await closing;
    await page.getByRole('button', { name: 'Cancel Panjang.mp4' }).click();
    await expect(page.getByRole('progressbar', { name: 'Upload of Panjang.mp4' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Intro video (optional)' })).toHaveValue('');
  },
);

test(
  'an interrupted video upload resumes when the same file is chosen again',
  { tag: '@system' },
  async ({ page, open, api }) => {
    test.slow();
    const file = await onDisk('Bab 1.mp4', video(40));
    await open(`/course/flexy/${await newCourse(api)}`);
    const input = page.locator('input[type=file][accept*=mp4]');
    await page.getByRole('textbox', { name: 'Intro video (optional)' }).waitFor();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 6 * 1024 * 1024,
    });
    const piece = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await input.setInputFiles(file);
    await piece;
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    const offsets: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
    });
    await input.setInputFiles(file);
    await expect(page.getByRole('textbox', { name: 'Intro video (optional)' })).toHaveValue(/^\/files\//, {
      timeout: 30_000,
    });
    expect(Number(offsets[0])).toBeGreaterThanOrEqual(16 * 1024 * 1024);
  },
);
