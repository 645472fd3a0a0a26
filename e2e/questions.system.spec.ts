/** Tests that irreversible actions ask for confirmation, and that extra keys lose nothing. */
import { expect, test, unique } from './fixtures.ts';
import { inHeadMenu } from './head.ts';

test('a confirmation focuses Cancel, so that Escape or a double Enter deletes nothing', async ({ page, open, api }) => {
  const admin = await api();
  const course = unique('Kelas Tanya');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: course });
  const draft = { name: unique('Promo Tanya'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', draft);
  await admin.send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids: [courseId] });
  await open(`/discount/${discountId}`);
  await page.getByRole('checkbox', { name: `Select ${course}` }).check();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill(`${draft.name} lain`);
  const dialog = page.getByRole('dialog');
  for (const [action, back, isInHead = false] of [
    ['Delete', 'Cancel', true],
    ['Unassign all products', 'Cancel', true],
    ['Unassign 1 course', 'Cancel'],
    ['Discard', 'Keep editing'],
  ] as const) {
    const button = page.getByRole('button', { name: isInHead ? 'More actions' : action, exact: true });
    const ask = async () => {
      if (isInHead) await (await inHeadMenu(page, action)).press('Enter');
      else await button.press('Enter');
    };
    const wayBack = dialog.getByRole('button', { name: back });
    for (const key of ['Escape', 'Enter']) {
      await ask();
      await expect(wayBack).toBeFocused();
      await page.keyboard.press(key);
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  }
  await expect(name).toHaveValue(`${draft.name} lain`);
  expect(await admin.send('GET', `/admin/discount/${discountId}/`)).toMatchObject({ name: draft.name });
  const { courses } = await admin.send('GET', `/admin/discount/${discountId}/courses/?isAssigned=true`);
  expect(courses).toMatchObject([{ id: courseId }]);
});
