/** What learning paths are told with, in the words of the specification (spec §8). */
import { unique } from './fixtures.ts';
import type { Stage } from './stage.ts';
import { asked, isTold, saved } from './told.ts';

/** A path of the test's own with two courses, on one of its tabs. */
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

isTold({
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

isTold({
  does: 'changing a path',
  call: ['PUT', '**/admin/learning-path/*'],
  ok: 'Path updated successfully',
  begin: async (stage) => {
    await aPath(stage);
    await stage.page.getByLabel('Price', { exact: true }).fill('5000');
    return saved(stage.page);
  },
});

isTold({
  does: 'deleting a path',
  call: ['DELETE', '**/admin/learning-path/*'],
  ok: 'Path deleted successfully',
  fail: 'Failed to delete path',
  begin: async (stage) => {
    await aPath(stage);
    return asked(stage.page, 'Delete', 'Delete 1 learning path');
  },
});

isTold({
  does: 'putting courses in order',
  call: ['PUT', '**/courses/priority/'],
  ok: 'Assigned course reordered successfully',
  fail: 'Failed to reorder assigned course, please refresh the page and try again',
  begin: async (stage) => {
    await aPath(stage, '/courses');
    return () => stage.page.getByRole('button', { name: /^Move Kelas A .* down$/ }).click();
  },
});

isTold({
  does: 'creating a final quiz',
  call: ['POST', '**/final-quiz/'],
  ok: 'Final Quiz created successfully',
  fail: 'Failed to create final quiz',
  begin: async (stage) => {
    await aPath(stage, '/final');
    return () => stage.page.getByRole('button', { name: 'Create a final quiz' }).click();
  },
});

isTold({
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

isTold({
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

isTold({
  does: 'deleting a final project',
  call: ['DELETE', '**/final-project/*/'],
  ok: 'Final Proj/Quiz deleted successfully',
  fail: 'Failed to delete final project',
  begin: async (stage) => {
    await aPath(stage, '/final', project);
    return asked(stage.page, 'Delete the final project', 'Delete 1 final project');
  },
});

isTold({
  does: 'deleting a final quiz',
  call: ['DELETE', '**/final-courses/'],
  ok: 'Final Proj/Quiz deleted successfully',
  fail: 'Failed to delete final quiz',
  begin: async (stage) => {
    await aPath(stage, '/final', (send, pathID) => send('POST', `/admin/learning-path/${pathID}/final-quiz/`));
    return asked(stage.page, 'Delete the final quiz', 'Delete 1 final quiz');
  },
});
