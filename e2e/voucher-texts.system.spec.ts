/** Tests the messages about vouchers (spec §8). */
import { unique } from './fixtures.ts';
import type { Stage } from './screen-states.ts';
import { confirmingInHead, saved, testMessages } from './message-tests.ts';

/** Creates a voucher and opens one of its tabs. */
async function aVoucher({ page, open, api }: Stage, tab = '') {
  const { send } = await api();
  const draft = { name: unique('Voucher Kata'), discountType: 2, discountPrice: 10, startDate: '2026-11-01T00:00:00Z' };
  const { voucherId } = await send('POST', '/admin/voucher/', draft);
  await open(`/voucher/${voucherId}${tab}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

testMessages({
  does: 'creating a voucher',
  call: ['POST', '**/admin/voucher/'],
  ok: 'Voucher created successfully',
  fail: 'Failed to create new voucher',
  begin: async ({ page, open }) => {
    await open('/voucher?new=1');
    const dialog = page.getByRole('dialog', { name: 'New voucher' });
    await dialog.getByLabel('Name').fill(unique('Voucher Baru'));
    return () => dialog.getByRole('button', { name: 'Create voucher' }).click();
  },
});

testMessages({
  does: 'changing a voucher',
  call: ['PUT', '**/admin/voucher/*'],
  ok: 'Voucher berhasil disimpan',
  begin: async (stage) => {
    await aVoucher(stage);
    await stage.page.getByLabel('Percentage off').fill('15');
    return saved(stage.page);
  },
});

testMessages({
  does: 'deleting a voucher',
  call: ['DELETE', '**/admin/voucher/*'],
  ok: 'Voucher deleted successfully',
  fail: 'Failed to delete voucher',
  begin: async (stage) => {
    await aVoucher(stage);
    return confirmingInHead(stage.page, 'Delete', 'Delete 1 voucher');
  },
});

testMessages({
  does: 'switching a voucher on',
  call: ['PUT', '**/status/'],
  fail: 'Fail to toggle voucher status',
  begin: async (stage) => {
    await aVoucher(stage);
    return () => stage.page.getByRole('button', { name: 'Activate' }).click();
  },
});

testMessages({
  does: 'assigning products of several kinds',
  call: ['PUT', '**/assign/'],
  ok: 'Courses, Paths and Subs assigned to voucher successfully',
  fail: 'Failed to assign or unassign to voucher',
  begin: async (stage) => {
    await aVoucher(stage);
    await stage.page.getByRole('button', { name: 'Choose products' }).click();
    const dialog = stage.page.getByRole('dialog');
    for (const [kind, name] of [
      ['Subscription plans', 'Langganan Bulanan'],
      ['Products', 'Kaus Alumni'],
    ] as const) {
      await dialog.getByText(kind, { exact: true }).click();
      await dialog.getByRole('textbox', { name: `Search ${kind.toLowerCase()}` }).fill(name);
      await dialog.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    return () => dialog.getByRole('button', { name: 'Assign 1 subscription plan, 1 product' }).click();
  },
});

testMessages({
  does: 'unassigning all products of a voucher',
  call: ['DELETE', '**/voucher/*/unassign/all'],
  ok: 'Products unassigned from voucher successfully',
  fail: 'Failed to assign or unassign to voucher',
  begin: async (stage) => {
    const { send } = await stage.api();
    await aVoucher(stage);
    const voucherId = stage.page.url().split('/').pop();
    const { courses } = await send('GET', `/admin/voucher/${voucherId}/courses/?isAssigned=false&pageSize=1`);
    await send('PUT', `/admin/voucher/${voucherId}/courses/`, { courseIds: [courses[0].id] });
    await stage.page.reload();
    return confirmingInHead(stage.page, 'Unassign all products', 'Unassign 1 product');
  },
});

testMessages({
  does: 'reading what a voucher is for',
  call: ['GET', '**/admin/voucher/*/courses/**'],
  fail: 'Failed to get voucher courses, paths, subs or assigned voucher products',
  isRetried: true,
  begin: async (stage) => {
    await aVoucher(stage);
    return () =>
      stage.page
        .getByRole('main')
        .getByRole('link', { name: /^Courses/ })
        .click();
  },
});
