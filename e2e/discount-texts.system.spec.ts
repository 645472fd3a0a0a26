/** Tests the messages about discounts (spec §8), and the list reload after an assignment (§4). */
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';
import { type Stage, problem } from './screen-states.ts';
import { confirming, confirmingInHead, saved, testMessages } from './message-tests.ts';

type Kind = 'courses' | 'learning paths';
const calls = { courses: ['courses', 'course_ids'], 'learning paths': ['learning-path', 'path_ids'] } as const;

/** Creates a discount with a number of assigned items and opens it. */
async function aDiscount({ page, open, api }: Stage, kind: Kind = 'courses', assigned = 0) {
  const { send } = await api();
  const draft = { name: unique('Promo Kata'), discount: 10, discountType: 2, productType: kind };
  const { discountId } = await send('POST', '/admin/discount/', draft);
  const [url, key] = calls[kind];
  const listed = await send('GET', `/admin/discount/${discountId}/${url}/?isAssigned=false&pageSize=2`);
  const items: { id: string; name: string }[] = listed.courses ?? listed.paths;
  const ids = items.slice(0, assigned).map(({ id }) => id);
  if (assigned > 0) await send('PUT', `/admin/discount/${discountId}/${url}/`, { [key]: ids });
  await open(`/discount/${discountId}`);
  await page.getByRole('heading', { level: 1, name: draft.name }).waitFor();
  return { discountId: String(discountId), name: items[0]!.name };
}

testMessages({
  does: 'creating a discount',
  call: ['POST', '**/admin/discount/'],
  ok: 'Discount created successfully',
  fail: 'Failed to create discount',
  begin: async ({ page, open }) => {
    await open('/discount?new=1');
    const dialog = page.getByRole('dialog', { name: 'New discount' });
    await dialog.getByLabel('Name').fill(unique('Promo Baru'));
    await dialog.getByLabel('Percentage off').fill('10');
    return () => dialog.getByRole('button', { name: 'Create discount' }).click();
  },
});

testMessages({
  does: 'changing a discount',
  call: ['PUT', '**/admin/discount/*'],
  ok: 'Discount updated successfully',
  begin: async (stage) => {
    await aDiscount(stage);
    await stage.page.getByLabel('Percentage off').fill('15');
    return saved(stage.page);
  },
});

testMessages({
  does: 'deleting a discount',
  call: ['DELETE', '**/admin/discount/*'],
  ok: 'Discount deleted successfully',
  fail: 'Failed to delete discount',
  begin: async (stage) => {
    await aDiscount(stage);
    return confirmingInHead(stage.page, 'Delete', 'Delete 1 discount');
  },
});

testMessages({
  does: 'assigning a course to a discount',
  call: ['PUT', '**/discount/*/courses/'],
  ok: 'Assigned 1 Courses from Discount',
  fail: 'Fail to assign course to discount',
  begin: async (stage) => {
    const { page } = stage;
    const { name } = await aDiscount(stage);
    await page.getByText(/^Available \d/).click();
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    return () => page.getByRole('button', { name: 'Assign 1 course' }).click();
  },
});

testMessages({
  does: 'unassigning a course from a discount',
  call: ['DELETE', '**/discount/*/courses/'],
  ok: 'Unassigned 1 Courses from Discount',
  fail: 'Fail to unassign course from discount',
  begin: async (stage) => {
    const { name } = await aDiscount(stage, 'courses', 1);
    await stage.page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    return confirming(stage.page, 'Unassign 1 course', 'Unassign 1 course');
  },
});

testMessages({
  does: 'assigning a path to a discount',
  call: ['PUT', '**/discount/*/learning-path/'],
  ok: 'Assigned 1 Paths from Discount',
  fail: 'Fail to assign path to discount',
  begin: async (stage) => {
    const { page } = stage;
    const { name } = await aDiscount(stage, 'learning paths');
    await page.getByText(/^Available \d/).click();
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    return () => page.getByRole('button', { name: 'Assign 1 learning path' }).click();
  },
});

testMessages({
  does: 'unassigning a path from a discount',
  call: ['DELETE', '**/discount/*/learning-path/'],
  ok: 'Unassigned 1 Paths from Discount',
  fail: 'Fail to unassign path from discount',
  begin: async (stage) => {
    const { name } = await aDiscount(stage, 'learning paths', 1);
    await stage.page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    return confirming(stage.page, 'Unassign 1 learning path', 'Unassign 1 learning path');
  },
});

testMessages({
  does: 'unassigning all products, in the colour of a warning,',
  call: ['DELETE', '**/unassign/all'],
  ok: 'Unassigned All Products from Discount',
  colour: 'yellow',
  fail: 'Fail to unassign all products from discount',
  begin: async (stage) => {
    await aDiscount(stage, 'courses', 2);
    return confirmingInHead(stage.page, 'Unassign all products', 'Unassign 2 products');
  },
});

test('a failed switch names the discount by its id', async ({ page, open, api }) => {
  const { discountId } = await aDiscount({ page, open, api });
  await page.route('**/status/', (route) => route.fulfill(problem(500, 'Sedang diperbaiki')));
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(toast(page, `Fail to toggle discount status on ${discountId}`)).toBeVisible();
});

test('assigning and unassigning clear the selection and reload the discount', async ({ page, open, api }) => {
  const { discountId, name } = await aDiscount({ page, open, api });
  const tick = page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const readAgain = () =>
    page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.url().endsWith(`/admin/discount/${discountId}`),
    );
  await page.getByText(/^Available \d/).click();
  await tick.check();
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
  const afterAssigning = readAgain();
  await page.getByRole('button', { name: 'Assign 1 course' }).click();
  expect((await (await afterAssigning).json()).assignedCourses).toMatchObject([{ name }]);
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);

  await page.getByText(/^Assigned 1$/).click();
  await expect(tick).not.toBeChecked();
  await tick.check();
  await page.getByRole('button', { name: 'Unassign 1 course' }).click();
  const afterUnassigning = readAgain();
  await page.getByRole('dialog').getByRole('button', { name: 'Unassign 1 course' }).click();
  expect((await (await afterUnassigning).json()).assignedCourses).toEqual([]);
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
});
