/** Tests which toasts are shown, and which failures are page alerts instead. */
import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageAlert } from '#kit/feedback/page-alerts.ts';
import { toast } from './toasts.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { querySelector: () => null });
});
afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

const undo = () => undefined;
const shown = () => notificationsStore.getState().notifications;

test('toasts with undo are separate, equal ones without undo are shown once', () => {
  const ids = () => shown().map(({ id }) => id);
  toast('success', 'Updated', { undo });
  toast('success', 'Updated', { undo });
  toast('success', 'Updated');
  toast('success', 'Updated');
  expect(new Set(ids()).size).toBe(3);
  expect(ids()).toHaveLength(3);
  const [oldest, ...others] = ids();
  toast('error', 'Failed');
  toast('success', 'Updated', { undo });
  expect(ids()).toEqual([...others, 'Failed', expect.not.stringContaining(oldest!)]);
});

test('a new toast is shown at once; it replaces the undo toast of the same subject, and failures stay', () => {
  const subjects = () => shown().map((one) => [one.title, one['data-about']]);
  toast('success', 'Changed', { about: 'Adi', undo });
  toast('success', 'Changed', { about: 'Budi', undo });
  toast('success', 'Taken back', { about: 'Adi' });
  const [adi, budi] = [
    ['Taken back', 'Adi'],
    ['Changed', 'Budi'],
  ];
  expect(subjects()).toEqual([budi, adi]);
  toast('error', 'Failed', { about: 'Citra' });
  toast('success', 'Changed', { about: 'Dewi', undo });
  toast('success', 'Changed', { about: 'Eka', undo });
  expect(subjects()).toEqual([adi, ['Failed', 'Citra'], ['Changed', 'Dewi'], ['Changed', 'Eka']]);
});

test('a failure stays until it is closed, a success closes automatically', () => {
  toast('error', 'Failed to delete discount');
  toast('success', 'Discount deleted successfully');
  expect(shown().map(({ autoClose }) => autoClose)).toEqual([false, expect.any(Number)]);
});

test('a toast shows its reason below the title', () => {
  toast('error', 'Failed to delete discount', { reason: 'Members are still assigned' });
  expect(shown()).toMatchObject([
    { title: 'Failed to delete discount', message: 'Members are still assigned', color: 'red' },
  ]);
});

test('a toast of a bulk change has the link to it', () => {
  toast('success', 'Assigned 2 Courses from Discount', { undo, batchId: '1' });
  expect(shown()).toMatchObject([{ message: { props: { text: expect.any(String), batchId: '1' } } }]);
});

test('failures of the same kind for several subjects are shown as one page alert', () => {
  const leave = pageAlert.subscribe(() => undefined);
  for (const about of ['Adi', 'Budi']) toast('error', 'Failed', { about, reason: 'Refused' });
  expect([...pageAlert.get()!.texts]).toEqual([
    ['Budi', 'Budi: Refused'],
    ['Adi', 'Adi: Refused'],
  ]);
  expect(shown()).toEqual([]);
  leave();
});
