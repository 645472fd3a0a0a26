/** Tests the messages about learning paths (spec §8). */
import { expect, unique } from './fixtures.ts';
import type { Stage } from './screen-states.ts';
import { confirming, confirmingInHead, saved, testMessages } from './message-tests.ts';

/** Creates a path with two courses and opens one of its tabs. */
async function aPath({ page, open, api }: Stage, tab = '', more?: (send: Send, pathID: string) => Promise<unknown>) {
  const { send } = await api();
  const { pathID } = await send('POST', '/admin/learning-path/', { name: unique('Jalur Kata') });
  const ids: string[] = [];
  for (const name of ['A', 'B'])
    ids.push((await send('POST', '/admin/course/type/flexy/', { name: unique(`Kelas ${name}`) })).courseId);
  await send('PUT', `/admin/learning-path/${pathID}/courses/`, { course_ids: ids });
  await more?.(send, pathID);
  await open(`/learning-path/${pathID}${tab}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
type Send = Awaited<ReturnType<Stage['api']>>['send'];

const project = (send: Send, pathID: string) =>
  send('POST', `/admin/learning-path/${pathID}/final-project/`, { description: 'Bangun toko', passingScore: 70 });

testMessages({
  does: 'creating a path',
  call: ['POST', '**/admin/learning-path/'],
  ok: 'Path created successfully',
  fail: 'Failed to create path',
  begin: async ({ page, open }) => {
    await open('/learning-path');
    await page.getByRole('button', { name: 'New learning path' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(unique('Jalur Baru'));
    return () => page.getByRole('dialog').getByRole('button', { name: 'Create learning path' }).click();
  },
});

testMessages({
  does: 'changing a path',
  call: ['PUT', '**/admin/learning-path/*'],
  ok: 'Path updated successfully',
  begin: async (stage) => {
    await aPath(stage);
    await stage.page.getByLabel('Price', { exact: true }).fill('5000');
    return saved(stage.page);
  },
});

testMessages({
  does: 'deleting a path',
  call: ['DELETE', '**/admin/learning-path/*'],
  ok: 'Path deleted successfully',
  fail: 'Failed to delete path',
  begin: async (stage) => {
    await aPath(stage);
    return confirmingInHead(stage.page, 'Delete', 'Delete 1 learning path');
  },
});

testMessages({
  does: 'assigning a course to a path',
  call: ['PUT', '**/learning-path/*/courses/'],
  ok: '1 Courses assigned successfully',
  fail: 'Failed to assign course',
  begin: async (stage) => {
    const { page, api } = stage;
    const name = unique('Kelas Tambahan');
    await (await api()).send('POST', '/admin/course/type/flexy/', { name });
    await aPath(stage, '/courses');
    await page.getByText(/^Available \d/).click();
    await page.getByRole('textbox', { name: 'Search courses' }).fill(name);
    // Waits for the result: a new search clears the selection.
    await expect(page.locator('tr[data-row]')).toHaveCount(1);
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    return () => page.getByRole('button', { name: 'Assign 1 course' }).click();
  },
});

testMessages({
  does: 'unassigning a course from a path',
  call: ['DELETE', '**/learning-path/*/courses/'],
  ok: '1 Courses unassigned',
  fail: 'Failed to unassign course',
  begin: async (stage) => {
    const { page } = stage;
    await aPath(stage, '/courses');
    return async () => {
      await page.getByRole('button', { name: /^Unassign Kelas A/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unassign 1 course' }).click();
    };
  },
});

testMessages({
  does: 'unassigning a user from a path',
  call: ['DELETE', '**/learning-path/*/users/'],
  ok: 'User unassigned',
  fail: 'Failed to unassign user',
  begin: async (stage) => {
    let name = '';
    await aPath(stage, '/users', async (send, pathID) => {
      const { users } = await send('GET', `/admin/learning-path/${pathID}/users/?assigned=false&pageSize=1`);
      await send('PUT', `/admin/learning-path/${pathID}/users/`, { user_id: users[0].id });
      name = users[0].name;
    });
    return confirming(stage.page, `Unassign ${name}`, 'Unassign 1 user');
  },
});

testMessages({
  does: 'assigning a user to a path',
  call: ['PUT', '**/learning-path/*/users/'],
  ok: 'User assigned successfully',
  fail: 'Failed to assign user',
  begin: async (stage) => {
    const { page, api } = stage;
    const { users } = await (await api()).send('GET', '/admin/user?search=putri&pageSize=1');
    await aPath(stage, '/users');
    await page.getByRole('button', { name: 'Choose users' }).click();
    await page.getByRole('textbox', { name: 'Search users' }).fill(users[0].email);
    return () => page.getByRole('button', { name: `Assign ${users[0].name}`, exact: true }).click();
  },
});

testMessages({
  does: 'putting courses in order',
  call: ['PUT', '**/courses/priority/'],
  ok: 'Assigned course reordered successfully',
  fail: 'Failed to reorder assigned course, please refresh the page and try again',
  begin: async (stage) => {
    await aPath(stage, '/courses');
    return () => stage.page.getByRole('button', { name: /^Move Kelas A .* down$/ }).click();
  },
});

testMessages({
  does: 'creating a final quiz',
  call: ['POST', '**/final-quiz/'],
  ok: 'Final Quiz created successfully',
  fail: 'Failed to create final quiz',
  begin: async (stage) => {
    await aPath(stage, '/final');
    return () => stage.page.getByRole('button', { name: 'Create a final quiz' }).click();
  },
});

testMessages({
  does: 'creating a final project',
  call: ['POST', '**/final-project/'],
  ok: 'Final Project created successfully',
  fail: 'Failed to create final project',
  begin: async (stage) => {
    const { page } = stage;
    await aPath(stage, '/final');
    await page.getByRole('button', { name: 'Create a final project' }).click();
    await page.getByLabel('Task').fill('Bangun toko');
    return () => page.getByRole('button', { name: 'Create final project' }).click();
  },
});

testMessages({
  does: 'changing a final project',
  call: ['PUT', '**/final-project/*/'],
  ok: 'Final Project updated successfully',
  fail: 'Failed to update final project',
  begin: async (stage) => {
    await aPath(stage, '/final', project);
    await stage.page.getByLabel('Passing score').fill('90');
    return saved(stage.page);
  },
});

testMessages({
  does: 'deleting a final project',
  call: ['DELETE', '**/final-project/*/'],
  ok: 'Final Proj/Quiz deleted successfully',
  fail: 'Failed to delete final project',
  begin: async (stage) => {
    await aPath(stage, '/final', project);
    return confirming(stage.page, 'Delete the final project', 'Delete 1 final project');
  },
});

testMessages({
  does: 'deleting a final quiz',
  call: ['DELETE', '**/final-courses/'],
  ok: 'Final Proj/Quiz deleted successfully',
  fail: 'Failed to delete final quiz',
  begin: async (stage) => {
    await aPath(stage, '/final', (send, pathID) => send('POST', `/admin/learning-path/${pathID}/final-quiz/`));
    return confirming(stage.page, 'Delete the final quiz', 'Delete 1 final quiz');
  },
});
