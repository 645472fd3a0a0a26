/** Tests a real video: uploaded to a lesson, processed by ffmpeg, and played. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';
import { holdVideos, releaseVideos } from './video-hold.ts';

const hasFfmpeg = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skip(!hasFfmpeg, 'ffmpeg is not on this machine');

let folder: string;
let clip: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-clip-'));
  clip = join(folder, 'contoh.mp4');
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25', '-f', 'lavfi', '-i', 'sine=440'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-t', '3', ...codecs, clip]);
});
test.afterAll(() => rm(folder, { recursive: true }));

/** Uploads the clip in the open form of a lesson and saves it. */
async function saveClip(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file for Video' }).click();
  await (await chooser).setFiles(clip);
  await expect(page.getByRole('textbox', { name: /^Video/ })).toHaveValue(/^\/files\//);
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Update Lesson Success')).toBeVisible();
}

test('a video is uploaded, processed and played on its lesson’s page', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { courseId } = await other.send('POST', '/admin/course/type/flexy/', { name: unique('Kursus Video') });
  const { sectionId } = await other.send('POST', `/admin/course/${courseId}/section/`, { name: 'Bagian' });
  const { lessonId } = await other.send('POST', '/admin/lesson/', { sectionId, name: 'Menonton', type: 'VIDEO' });
  await open(`/lesson/${lessonId}`, { role: 'instructor' });
  await saveClip(page);
  await expect(page.getByText('Video uploaded successfully')).toBeVisible({ timeout: 60_000 });
  await expect.poll(async () => (await other.send('GET', `/admin/lesson/${lessonId}/`)).videoStatus).toBe('FINISHED');
  const lesson = await other.send('GET', `/admin/lesson/${lessonId}/`);
  expect(lesson.videoURL).toMatch(/\.m3u8$/);
  expect(lesson.duration).toBe(1);
  const video = page.locator('video');
  await expect(video).toBeVisible();
  const duration = page.getByRole('textbox', { name: 'Duration' });
  await expect(duration).toHaveValue('1');
  await expect(duration).toHaveJSProperty('readOnly', true);
  const fact = page.getByRole('term').filter({ hasText: 'Duration' });
  await expect(fact.locator('+ dd')).toHaveText('1 min');
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2);
  await expectAccessible(page, '/lesson/$id/{-$tab}');

  const captions = page.getByRole('region', { name: 'Captions' });
  const file = captions.locator('input[type=file]').last();
  await file.setInputFiles({ name: 'kosong.srt', mimeType: 'application/x-subrip', buffer: Buffer.from('Halo') });
  await expect(captions.getByRole('alert')).toContainText('kosong.srt: There are no captions in this file');
  const broken = '1\n00:00:00,000 --> 00:00:01,000\nPakai List<String>\n2\n00:00:99,000 --> 00:00:02,000\nSalah\n';
  await file.setInputFiles({ name: 'rusak.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(broken) });
  await expect(captions.getByRole('status')).toHaveText('1 cue read, 1 dropped: line 5');
  await captions.getByRole('button', { name: 'Cancel' }).click();
  const srt = '1\r\n00:00:00,000 --> 00:00:02,500\r\nSelamat <datang>\r\n';
  await file.setInputFiles({ name: 'materi.en.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(srt) });
  await expect(captions.getByRole('textbox', { name: 'Label' })).toHaveValue('English');
  await captions.getByRole('textbox', { name: 'Label' }).press('Enter');
  const track = page.locator('video track[label="English"]');
  await expect(track).toHaveAttribute('srclang', 'en');
  await page.getByRole('combobox', { name: /captions/i }).selectOption({ label: 'English' });
  const cue = () => track.evaluate((one: HTMLTrackElement) => (one.track.cues?.[0] as VTTCue | undefined)?.text);
  await expect.poll(cue).toBe('Selamat &lt;datang&gt;');
  const replacing = page.waitForEvent('filechooser');
  await captions.getByRole('button', { name: 'Replace the captions English' }).click();
  const better = srt.replace('Selamat <datang>', 'Welcome');
  await (await replacing).setFiles({ name: 'lain.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(better) });
  await captions.getByRole('button', { name: 'Replace captions' }).click();
  await expect(toast(page, 'Captions replaced')).toBeVisible();
  await expect(track).toHaveCount(1);
  await page.getByRole('combobox', { name: /captions/i }).selectOption({ label: 'English' });
  await expect.poll(cue).toBe('Welcome');
  await captions.getByRole('button', { name: 'Delete the captions English' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete the captions "English"?' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete 1 file of captions' }).click();
  await expect(track).toHaveCount(0);
});

test('the curriculum and the totals of a course follow the processing of its videos', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { courseId } = await other.send('POST', '/admin/course/type/flexy/', { name: unique('Kursus Video') });
  const { sectionId } = await other.send('POST', `/admin/course/${courseId}/section/`, { name: 'Bagian' });
  for (const name of ['Pertama', 'Kedua'])
    await other.send('POST', '/admin/lesson/', { sectionId, name, type: 'VIDEO' });
  const line = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) });
  const curriculum = page.getByRole('region', { name: 'Curriculum' });
  holdVideos();
  try {
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    for (const name of ['Pertama', 'Kedua']) {
      await line(name).click();
      await saveClip(page);
      const status = name === 'Pertama' ? /^Video being processed · \d+%$/ : 'Video waiting to be processed';
      await expect(page.getByRole('status').getByText(status)).toBeVisible();
    }
    // One video is processed at a time, so that the second waits for the first.
    await expect(line('Pertama')).toHaveAccessibleName('Pertama, Video, 1 min, video being processed');
    await expect(line('Pertama')).toContainText('Processing');
    await expect(line('Kedua')).toHaveAccessibleName('Kedua, Video, video waiting to be processed');
    await expect(line('Kedua')).toContainText('Waiting');
    await expect(curriculum.getByText('1 section, 2 items, 1 min', { exact: true })).toBeVisible();
    // The page of the lesson is left while its video is processed.
    await page.getByRole('link', { name: 'Open the lesson' }).click();
    await expect(page.getByRole('status').getByText('Video waiting to be processed')).toBeVisible();
    await page.goBack();
    await expect(line('Kedua')).toContainText('Waiting');
  } finally {
    releaseVideos();
  }
  for (const name of ['Pertama', 'Kedua']) {
    await expect(line(name)).toHaveAccessibleName(`${name}, Video, 1 min, video uploaded successfully`, {
      timeout: 60_000,
    });
    await expect(line(name)).not.toContainText(/Waiting|Processing/);
  }
  await expect(page.getByRole('status').getByText('Video uploaded successfully')).toBeVisible();
  await expect(curriculum.getByText('1 section, 2 items, 2 min', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  const fact = page.getByRole('term').filter({ hasText: 'Duration' });
  await expect(fact.locator('+ dd')).toHaveText('2 min');
});
