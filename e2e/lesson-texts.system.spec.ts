/** Tests the messages about lessons, live classes, pictures and the final project (spec §8). */
import { choosePicture } from './files.ts';
import type { Stage } from './screen-states.ts';
import { confirming, classroom, testMessages, saved, writing } from './message-tests.ts';

/** Creates a live class that has started. */
async function aClass({ page, open, api }: Stage, tab: string, picture?: string) {
  const admin = await api();
  const period = { startAt: '2026-01-12T12:00:00.000Z', endAt: '2026-01-12T14:00:00.000Z' };
  const { courseId, lessonId } = await classroom(admin, 'flexy', { type: 'LIVE_CLASS', ...period });
  const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?isAssigned=false&pageSize=1`);
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: users[0].id });
  if (picture) await admin.send('POST', `/admin/lesson/${lessonId}/documentation/`, { image_url: picture });
  await open(`/lesson/${lessonId}/${tab}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

testMessages({
  does: 'writing a lesson into the curriculum',
  call: ['POST', '**/admin/lesson/'],
  ok: 'Create Lesson Success',
  fail: 'Fail to Create New Lesson',
  isFromServer: true,
  begin: async (stage) => (await writing(stage, 'Article', 'Dua')).act,
});

testMessages({
  does: 'changing a lesson',
  call: ['PUT', '**/admin/lesson/*/'],
  ok: 'Update Lesson Success',
  begin: async ({ page, open, api }) => {
    const { lessonId } = await classroom(await api());
    await open(`/lesson/${lessonId}`);
    await page.getByLabel('Name', { exact: true }).fill('Satu lagi');
    return saved(page);
  },
});

testMessages({
  does: 'creating a final project',
  call: ['POST', '**/final-project'],
  ok: 'Successfully Created Final Project',
  fail: 'Fail to Create Final Project',
  begin: async ({ page, open, api }) => {
    const { courseId } = await classroom(await api());
    await open(`/course/flexy/${courseId}/final-project`);
    await page.getByRole('button', { name: 'Create a final project' }).click();
    await page.getByLabel('Task').fill('Bangun sebuah toko');
    return () => page.getByRole('button', { name: 'Create final project' }).click();
  },
});

testMessages({
  does: 'changing a final project',
  call: ['PUT', '**/final-project'],
  ok: 'Update Final Project Success',
  fail: 'Fail to Update Final Project',
  begin: async ({ page, open, api }) => {
    const admin = await api();
    const { courseId } = await classroom(admin);
    await admin.send('POST', '/admin/lesson/final-project', { courseId, description: 'Bangun toko', passingScore: 70 });
    await open(`/course/flexy/${courseId}/final-project`);
    await page.getByLabel('Passing score').fill('80');
    return saved(page);
  },
});

testMessages({
  does: 'saving who was there',
  call: ['POST', '**/attendance/'],
  ok: 'Successfully Updated Member Attendance!',
  fail: 'Fail to Update Member Attendance, Member Attendance hanya dapat diupdate 1x',
  begin: async (stage) => {
    const { page } = stage;
    await aClass(stage, 'attendance');
    await page.getByRole('button', { name: 'Mark all as Hadir' }).click();
    await page.getByRole('button', { name: 'Review 1 mark' }).click();
    return () => page.getByRole('button', { name: 'Save the attendance of 1 member' }).click();
  },
});

testMessages({
  does: 'adding a picture of a class',
  call: ['POST', '**/documentation/'],
  ok: 'Successfully Uploaded Lesson Documentation!',
  fail: 'Fail to Upload Lesson Documentation',
  begin: async (stage) => {
    await aClass(stage, 'documentation');
    const again = stage.page.getByRole('button', { name: 'Add it again' });
    return async () =>
      (await again.isVisible()) ? again.click() : choosePicture(stage.page, 'kelas.png', stage.page.locator('main'));
  },
});

testMessages({
  does: 'deleting a picture of a class',
  call: ['DELETE', '**/documentation/*'],
  ok: 'Successfully Deleted Lesson Documentation!',
  fail: 'Fail to Delete Lesson Documentation',
  begin: async (stage) => {
    await aClass(stage, 'documentation', 'https://example.com/kelas.png');
    return confirming(stage.page, 'Delete picture 1', 'Delete 1 picture');
  },
});

testMessages({
  does: 'a picture that cannot be stored',
  call: ['POST', '**/upload-image/'],
  fail: 'Upload Image Fail, Failed to get presigned URL!',
  isRetried: true,
  begin: async ({ page, open, api }) => {
    const { courseId } = await classroom(await api());
    await open(`/course/flexy/${courseId}`);
    await page.getByRole('textbox', { name: /^Thumbnail/ }).waitFor();
    return () => choosePicture(page, 'sampul.png');
  },
});
