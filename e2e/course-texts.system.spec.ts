/** Tests the messages about courses, sections, members and schedules (spec §8). */
import { unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import type { Stage } from './screen-states.ts';
import { classroom, confirming, confirmingInHead, line, saved, testMessages } from './message-tests.ts';

/** Creates a course and opens it, or a tab of it. */
async function opened({ page, open, api }: Stage, type: 'flexy' | 'fast-track', tab = '') {
  const made = await classroom(await api(), type);
  await open(`/course/${type}/${made.courseId}${tab}`);
  await page.getByRole('heading', { level: 1, name: made.name }).waitFor();
  return made;
}

const named =
  (type: 'flexy' | 'fast-track') =>
  async (stage: Stage): Promise<() => Promise<unknown>> => {
    await opened(stage, type);
    await stage.page.getByLabel('Name', { exact: true }).first().fill(unique('Nama Lain'));
    return saved(stage.page);
  };

/** Returns a user who does not have the course. */
async function someone({ api }: Stage, courseId: string) {
  const { users } = await (await api()).send('GET', `/admin/user/course/${courseId}/?isAssigned=false&pageSize=1`);
  return users[0] as { id: string; name: string; email: string };
}

testMessages({
  does: 'creating a fast-track course',
  call: ['POST', '**/admin/course/type/fast-track/'],
  ok: 'Successfully Created New Fast Track Course!',
  fail: 'Failed to create new course!',
  begin: async ({ page, open }) => {
    await open('/course/fast-track');
    await page.getByRole('button', { name: /^New/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(unique('Angkatan Kata'));
    return () => dialog.getByRole('button', { name: /^Create/ }).click();
  },
});

testMessages({
  does: 'duplicating a fast-track course',
  call: ['PUT', '**/duplicate/'],
  ok: 'Successfully Duplicated Fast Track Course!',
  fail: 'Failed to duplicate course!',
  begin: async (stage) => {
    await opened(stage, 'fast-track');
    return () => pressInHeadMenu(stage.page, 'Duplicate');
  },
});

testMessages({
  does: 'deleting a fast-track course',
  call: ['DELETE', '**/admin/course/*/'],
  ok: 'Successfully Deleted Fast Track Course!',
  fail: 'Failed to delete course!',
  begin: async (stage) => {
    await opened(stage, 'fast-track');
    return confirmingInHead(stage.page, 'Delete', 'Delete 1 course');
  },
});

testMessages({
  does: 'changing a fast-track course',
  call: ['PUT', '**/admin/course/*/'],
  ok: 'Successfully Updated Fast Track Course!',
  fail: 'Failed to update course!',
  begin: named('fast-track'),
});

testMessages({
  does: 'changing a course',
  call: ['PUT', '**/admin/course/*/'],
  ok: 'Successfully Update Course',
  fail: 'Failed to update data, please try again',
  begin: named('flexy'),
});

testMessages({
  does: 'adding a section',
  call: ['POST', '**/section/'],
  ok: 'Course section created successfully',
  fail: 'Failed to create course section',
  begin: async (stage) => {
    await opened(stage, 'flexy', '/curriculum');
    return async () => {
      await stage.page.getByRole('button', { name: 'Add section' }).click();
      await stage.page.getByLabel('Name of the new section').press('Enter');
    };
  },
});

testMessages({
  does: 'renaming a section by keys',
  call: ['PUT', '**/section/*/'],
  ok: 'Successfully Update Course',
  fail: 'Failed to update data, please try again',
  begin: async (stage) => {
    const { page } = stage;
    await opened(stage, 'flexy', '/curriculum');
    return async () => {
      const name = page.getByLabel('New name of Pembuka');
      // After a refusal the item is still being edited.
      if ((await name.count()) === 0) await line(page, 'Pembuka').press('F2');
      await name.fill('Penutup');
      await page.keyboard.press('Enter');
    };
  },
});

testMessages({
  does: 'deleting a section by keys',
  call: ['DELETE', '**/section/*/'],
  ok: 'Course section deleted successfully',
  fail: 'Failed to delete course section',
  begin: async (stage) => {
    const { page } = stage;
    await opened(stage, 'flexy', '/curriculum');
    return async () => {
      await line(page, 'Pembuka').press('Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 section with 1 lesson' }).click();
    };
  },
});

testMessages({
  does: 'assigning a member',
  call: ['PUT', '**/assign/'],
  ok: 'User assigned successfully',
  fail: 'Failed to assign course',
  begin: async (stage) => {
    const { page } = stage;
    const { courseId } = await opened(stage, 'fast-track', '/members');
    const { name, email } = await someone(stage, courseId);
    await page.getByText(/^Available \d/).click();
    await page.getByRole('textbox', { name: 'Search users' }).fill(email);
    return () => page.getByRole('button', { name: `Assign ${name}`, exact: true }).click();
  },
});

testMessages({
  does: 'unassigning a member',
  call: ['DELETE', '**/unassign/'],
  ok: 'User unassigned',
  begin: async (stage) => {
    const { page, api } = stage;
    const { courseId } = await opened(stage, 'fast-track', '/members');
    const { id, name } = await someone(stage, courseId);
    await (await api()).send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: id });
    await page.reload();
    return confirming(page, `Unassign ${name}`, 'Unassign 1 user');
  },
});

testMessages({
  does: 'making the link of a class',
  call: ['POST', '**/google-calendar-event/'],
  ok: 'Gmeet url created successfully',
  begin: async (stage) => {
    const { page, api } = stage;
    const { courseId } = await opened(stage, 'fast-track', '/schedule');
    const meetingUrl = 'https://meet.google.com/abc-defg-hij';
    await (await api()).send('PUT', `/admin/course/${courseId}/`, { type: 1, meetingUrl });
    await page.reload();
    await page.getByRole('button', { name: 'Create Meet link: Pembuka' }).click();
    return () => page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  },
});

testMessages({
  does: 'sending the schedules',
  call: ['POST', '**/google-calendar-event/bulk/'],
  ok: 'Schedules sent successfully',
  fail: 'Failed to send schedules',
  begin: async (stage) => {
    await opened(stage, 'fast-track', '/schedule');
    await stage.page.getByLabel('Select Pembuka').check();
    return confirming(stage.page, 'Send 1 schedule', 'Send 1 schedule');
  },
});
