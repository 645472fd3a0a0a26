/** Uploads files to a course of the test, delays uploads as long as a test needs, and reads downloaded spreadsheets. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import sharp from 'sharp';
import { readSheet, type Sheet } from '#contract/kernel/testing/workbook.ts';
import { type Api, unique } from './fixtures.ts';

export const png = (width = 320, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4f46e5' } })
    .png()
    .toBuffer();

export const video = (megabytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isommp41', 'latin1'),
    randomBytes(Math.round(megabytes * 1024 * 1024)),
  ]);

export async function newCourse(api: () => Promise<Api>): Promise<string> {
  const { courseId } = await (await api()).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Gambar') });
  return String(courseId);
}

export const thumbnail = (page: Page) => page.getByRole('textbox', { name: 'Thumbnail' });

export const choosePicture = async (page: Page, name: string, within = page.locator('form')): Promise<void> =>
  within
    .locator('input[type=file][accept*=png]')
    .first()
    .setInputFiles({ name, mimeType: 'image/png', buffer: await png() });

/** Only sheet of a downloaded spreadsheet. */
export const downloadedSheet = async (download: Download, name: string): Promise<Sheet> =>
  readSheet(await readFile(await download.path()), name);

/** Lets images reach the server and holds the responses until `release`. */
export async function holdPictures(page: Page): Promise<{ release: () => void }> {
  const network = await page.context().newCDPSession(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  network.on('Fetch.requestPaused', async ({ requestId }) => {
    await released;
    // The page may have cancelled the request.
    await network.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  });
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/upload-image/*', requestStage: 'Response' }] });
  return { release };
}
