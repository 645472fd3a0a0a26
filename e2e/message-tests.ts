/**
 * Tests the messages of an action: refused, without a response, and successful, in the specification's words and
 * colours.
 */
import type { Locator, Page } from '@playwright/test';
import { type Api, expect, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { type Stage, problem } from './screen-states.ts';
import { toast } from './toast.ts';

interface MessageTest {
  does: string;
  /** Opens the page and returns the action, which is repeated after a failure. */
  begin: (stage: Stage) => Promise<() => Promise<unknown>>;
  /** Method and URL of the call that is refused. */
  call: readonly [method: string, url: string];
  ok?: string;
  fail?: string;
  /** The server's message is shown instead of the text. */
  isFromServer?: true;
  /** The action is retried until it gets a response. */
  isRetried?: true;
  colour?: 'green' | 'red' | 'yellow';
}

const reason = 'Sedang diperbaiki';

/** Colour of the toast's bar, '' without a toast. Read in one evaluation, because a success disappears. */
const colourOf = (toasts: Locator) =>
  toasts.filter({ visible: true }).evaluateAll((roots) =>
    roots
      .map((root) => {
        const { backgroundColor } = getComputedStyle(root, '::before');
        const [red = 0, green = 0, blue = 0] = (backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
        if (red > 1.5 * Math.max(green, blue)) return 'red';
        if (green > 1.5 * red) return 'green';
        return Math.min(red, green) > 1.5 * blue ? 'yellow' : 'neither';
      })
      .join(),
  );
const pollOptions = { intervals: [100, 200], timeout: 20_000 };

async function testFailures(
  page: Page,
  { call: [method, url], fail = '', isFromServer, isRetried }: MessageTest,
  act: () => unknown,
) {
  let isAnswered = true;
  await page.route(url, (route) => {
    if (route.request().method() !== method) return route.fallback();
    return isAnswered ? route.fulfill(problem(500, reason)) : route.abort();
  });
  await act();
  const failure = toast(page, isFromServer ? reason : fail);
  await expect(failure).toContainText(reason);
  await expect.poll(() => colourOf(failure), pollOptions).toBe('red');
  if (isFromServer) await expect(toast(page, fail)).toHaveCount(0);
  if (!isRetried) {
    isAnswered = false;
    await act();
    // A long failure is an alert under the title instead of a toast.
    const alert = page.getByRole('alert').filter({ has: page.getByText(fail, { exact: true }) });
    await expect(alert.filter({ hasText: 'The server does not answer' })).toBeVisible();
    await expect(page.getByText(reason)).toHaveCount(0);
  }
  await page.unroute(url);
}

export function testMessages(one: MessageTest): void {
  const { does, begin, ok, fail, colour = 'green' } = one;
  test(`${does} is told as specified: ${[ok, fail].filter(Boolean).join(' · ')}`, async ({ page, open, api }) => {
    const act = await begin({ page, open, api });
    if (fail) await testFailures(page, one, act);
    if (!ok) return;
    await act();
    await expect.poll(() => colourOf(toast(page, ok)), pollOptions).toBe(colour);
    if (fail) await expect(toast(page, fail)).toHaveCount(0);
  });
}

/** Creates a course with a section of one lesson. */
export async function classroom(api: Api, type: 'flexy' | 'fast-track' = 'flexy', lesson: object = {}) {
  const name = unique('Kelas Kata');
  const { courseId } = await api.send('POST', `/admin/course/type/${type}/`, { name });
  const time = { startAt: '2027-03-01T12:00:00Z', endAt: '2027-03-01T14:00:00Z' };
  const section = { name: 'Pembuka', ...(type === 'fast-track' && time) };
  const { sectionId } = await api.send('POST', `/admin/course/${courseId}/section/`, section);
  const { lessonId } = await api.send('POST', '/admin/lesson/', {
    sectionId,
    name: 'Satu',
    type: 'ARTICLE',
    ...lesson,
  });
  return { name, courseId, sectionId, lessonId } as Record<'name' | 'courseId' | 'sectionId' | 'lessonId', string>;
}

export const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) });

/** Opens the curriculum of a new course; returns a function that adds an item after its lesson. */
export async function writing({ page, open, api }: Stage, type: string, name: string) {
  const course = await classroom(await api());
  await open(`/course/flexy/${course.courseId}/curriculum`);
  const field = page.getByLabel('Name of the new item');
  const act = async () => {
    // After a refusal the input is restored.
    if (!(await field.isVisible())) await line(page, 'Satu').press('Enter');
    await page.getByLabel('Type of the new item').selectOption({ label: type });
    await field.fill(name);
    await field.press('Enter');
  };
  return { ...course, act };
}

/** Presses a button and then the button of the confirmation. */
export const confirming = (page: Page, name: string, answer: string) => async () => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
};
/** The same for an item of the menu in the head. */
export const confirmingInHead = (page: Page, name: string, answer: string) => async () => {
  await pressInHeadMenu(page, name);
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
};
export const saved = (page: Page) => () => page.keyboard.press('Control+s');
