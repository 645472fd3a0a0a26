/** Every screen, dialog, menu and state: what axe looks at, and what `npm run screens` photographs. */
import type { Page, Route } from '@playwright/test';
import type { Role, Tenant } from '#contract/kernel.ts';
import { type Api, unique } from './fixtures.ts';

/** What a screen is shown with. */
export interface Stage {
  page: Page;
  open: (path: string, who?: { role?: Role; tenant?: Tenant }) => Promise<void>;
  api: (role?: Role, tenant?: Tenant) => Promise<Api>;
}

export interface Screen {
  name: string;
  /** Ends when all of it is there. */
  show: (stage: Stage) => Promise<unknown>;
}

const rows = (page: Page) => page.locator('tr[data-row]').first().waitFor();

/** The page of the first record of a list. */
const first =
  (path: string) =>
  async ({ page, open }: Stage) => {
    await open(path);
    await rows(page);
    await page.locator('[data-row-link]').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

const list =
  (path: string, role?: Role) =>
  async ({ page, open }: Stage) => {
    await open(path, role && { role });
    await rows(page);
    await page.waitForLoadState('networkidle');
  };

/** The list or record page of a path, then more. */
const then =
  (show: Screen['show'], more: (stage: Stage) => Promise<unknown>): Screen['show'] =>
  async (stage) => {
    await show(stage);
    await more(stage);
  };

/** With the answers to some addresses replaced from the beginning. */
const answered =
  (url: string, answer: (route: Route) => unknown, show: Screen['show']): Screen['show'] =>
  async (stage) => {
    await stage.page.route(url, answer);
    await show(stage);
  };

const peeked = (path: string) =>
  then(list(path), async ({ page }) => {
    await page.locator('[data-row-link]').first().press('Space');
    await page.getByRole('complementary').getByRole('region', { name: 'Facts' }).waitFor();
    await page.waitForLoadState('networkidle');
  });

const selected = (path: string) =>
  then(list(path), async ({ page }) => {
    await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
    await page.getByRole('region', { name: 'Selection' }).waitFor();
  });

const problem = (status: number, message: string, more: object = {}) => ({
  status,
  json: { message, status, requestId: 'r', ...more },
});
const dialog =
  (name?: string) =>
  ({ page }: Stage) =>
    page.getByRole('dialog', name ? { name } : {}).waitFor();
const fromMenu =
  (name: string) =>
  async ({ page }: Stage) => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
  };

async function savedFirst({ page, open, api }: Stage): Promise<void> {
  const admin = await api('superadmin');
  const draft = { name: unique('Promo Akses'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', draft);
  await open(`/discount/${discountId}`);
  await page.getByLabel('Name').fill('Punya saya');
  await admin.send('PUT', `/admin/discount/${discountId}`, { ...draft, discount: 15 });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Compare' }).waitFor();
}

/** A list with a view of its own, open and changed; of a brand where nobody else looks at views. */
async function changedView({ page, open, api }: Stage): Promise<void> {
  const view = { list: '/user', name: unique('Tampilan'), isShared: true, query: 'sort=joined' };
  const { viewId } = await (await api('admin', 'cyber')).send('POST', '/admin/saved-view/', view);
  await open(`/user?view=${viewId}&sort=name`, { tenant: 'cyber' });
  await rows(page);
  await page.getByRole('button', { name: /^The view/ }).click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).waitFor();
}

const refusedSwitch = then(
  answered('**/status/', (route) => route.fulfill(problem(409, 'Another has it')), first('/discount')),
  ({ page }) => page.getByRole('switch', { name: 'Active' }).click(),
);

export const screens: Screen[] = [
  {
    name: 'home',
    show: async ({ page, open }) => {
      await open('/home');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  { name: 'users', show: list('/user') },
  { name: 'users, selected', show: selected('/user') },
  {
    name: 'assign a course to users',
    show: then(selected('/user'), async ({ page }) => {
      await page.getByRole('button', { name: 'Assign a course' }).click();
      await page.getByRole('radio').first().check();
      await page.getByText(/^Assign \d+ people to/).waitFor();
      await page.waitForLoadState('networkidle');
    }),
  },
  { name: 'user', show: first('/user') },
  { name: 'flexy courses', show: list('/course/flexy') },
  { name: 'flexy course', show: first('/course/flexy') },
  {
    name: 'curriculum',
    show: then(first('/course/flexy'), async ({ page }) => {
      await page.getByRole('link', { name: 'Curriculum' }).click();
      await page.waitForURL(/curriculum/);
      await page.waitForLoadState('networkidle');
    }),
  },
  { name: 'fast-track courses', show: list('/course/fast-track') },
  { name: 'fast-track course', show: first('/course/fast-track') },
  { name: 'discounts', show: list('/discount') },
  { name: 'discount', show: first('/discount') },
  { name: 'orders', show: list('/order') },
  { name: 'orders, selected', show: selected('/order') },
  { name: 'order', show: first('/order') },
  { name: 'an order beside the list', show: peeked('/order') },
  { name: 'a user beside the list', show: peeked('/user') },
  { name: 'order tracking', show: list('/order/tracking') },
  {
    name: 'jobs',
    show: ({ page, open }) => open('/jobs', { role: 'superadmin' }).then(() => page.waitForLoadState('networkidle')),
  },
  {
    name: 'empty list',
    show: async ({ page, open }) => {
      await open('/user?search=nobodynobody');
      await page.getByText('Nothing matches').waitFor();
    },
  },
  {
    name: 'not found',
    show: async ({ page, open }) => {
      await open('/no/such/page');
      await page.getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'a role that may not',
    show: async ({ page, open }) => {
      await open('/order/tracking', { role: 'instructor' });
      await page.getByText('Your role does not open this').waitFor();
    },
  },
  {
    name: 'a list that waits',
    show: answered(
      '**/api/admin/user?*',
      () => undefined,
      async ({ page, open }) => {
        await open('/user');
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    ),
  },
  {
    name: 'a list that fails',
    show: answered(
      '**/api/admin/user?*',
      (route) => route.fulfill(problem(500, 'Failed to fetch users')),
      async ({ page, open }) => {
        await open('/user');
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
    ),
  },
  {
    name: 'without a connection',
    show: then(list('/user'), async ({ page }) => {
      await page.context().setOffline(true);
      await page
        .getByText(/offline|no connection/i)
        .first()
        .waitFor();
    }),
  },
  {
    name: 'new discount',
    show: then(
      then(list('/discount'), ({ page }) => page.keyboard.press('n')),
      dialog(),
    ),
  },
  {
    name: 'palette',
    show: then(list('/discount'), async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to or find' }).waitFor();
    }),
  },
  {
    name: 'keys',
    show: then(
      then(list('/discount'), ({ page }) => page.keyboard.press('?')),
      dialog(),
    ),
  },
  {
    name: 'account menu',
    show: then(list('/discount'), async ({ page }) => {
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    }),
  },
  {
    name: 'delete',
    show: then(first('/discount'), async ({ page }) => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete 1 discount' }).waitFor();
    }),
  },
  {
    name: 'columns',
    show: then(list('/user'), async ({ page }) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox').first().waitFor();
    }),
  },
  { name: 'a view', show: changedView },
  {
    name: 'a view renamed',
    show: then(changedView, async ({ page }) => {
      await page.getByRole('menuitem', { name: 'Rename or share' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  { name: 'sessions', show: then(list('/user'), fromMenu('Sessions')) },
  { name: 'change password', show: then(list('/user'), fromMenu('Change password')) },
  {
    name: 'password again',
    show: answered(
      '**/api/admin/user/*/password/',
      (route) => route.fulfill(problem(403, 'Again', { reason: 'step-up' })),
      then(
        then(first('/user'), async ({ page }) => {
          await page.getByLabel('New password', { exact: true }).fill('Kuda-Terbang-Tinggi-2026');
          await page.keyboard.press('Enter');
        }),
        dialog('Your password again'),
      ),
    ),
  },
  {
    name: 'courses to assign',
    show: then(first('/user'), async ({ page }) => {
      await page.getByText(/^Available \d/).click();
      await page.getByRole('table', { name: 'Available courses' }).locator('tr[data-row]').first().waitFor();
    }),
  },
  {
    name: 'courses selected',
    show: then(first('/discount'), async ({ page }) => {
      await page.getByText(/^Available \d/).click();
      await page.getByRole('table', { name: 'Available courses' }).locator('tr[data-row]').first().waitFor();
      await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
      await page.getByRole('region', { name: 'Selection' }).waitFor();
    }),
  },
  { name: 'not saved', show: savedFirst },
  {
    name: 'who saved first',
    show: then(savedFirst, async ({ page }) => {
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  {
    name: 'fields that need a look',
    show: then(first('/discount'), async ({ page }) => {
      await page.getByLabel('Name').fill('');
      await page.keyboard.press('Control+s');
      await page.getByText('At least 3 characters').waitFor();
    }),
  },
  {
    name: 'calendar',
    show: then(first('/discount'), async ({ page }) => {
      await page.getByRole('button', { name: 'Calendar: Starts' }).click();
      await page.getByRole('button', { name: 'Next month' }).waitFor();
    }),
  },
  {
    name: 'a failure',
    show: then(refusedSwitch, ({ page }) =>
      page.locator('.mantine-Notification-root').filter({ hasText: 'Another has it' }).waitFor(),
    ),
  },
  {
    name: 'a failure on a phone',
    show: async (stage) => {
      await stage.page.setViewportSize({ width: 390, height: 844 });
      await refusedSwitch(stage);
      await stage.page.getByRole('alert').filter({ hasText: 'Another has it' }).waitFor();
    },
  },
  {
    name: 'a status to choose',
    show: then(list('/order/tracking'), async ({ page }) => {
      await page.locator('[data-status-menu]').first().click();
      await page.getByRole('menuitemradio').first().waitFor();
    }),
  },
];
