/** Proves that a toast is shown, and that one whose code cannot be loaded breaks nothing. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', {
    querySelector: () => null,
    documentElement: { style: { setProperty: () => undefined } },
  });
});
afterEach(() => {
  vi.doUnmock('./notifications.ts');
  vi.unstubAllGlobals();
});

test('a toast whose code cannot be loaded ends quietly, and so does taking failures away', async () => {
  vi.doMock('./notifications.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { clearFailures, prepareToasts, toast } = await import('./toasts.tsx');
  await expect(toast('error', 'You are offline')).resolves.toBe(false);
  expect(await prepareToasts()).toBeUndefined();
  expect(clearFailures).not.toThrow();
});

test('each way back is a toast of its own, the same sentence without one is shown once', async () => {
  vi.doMock('./notifications.ts', async () => {
    const { notifications, notificationsStore } = await import('@mantine/notifications');
    return { notifications, notificationsStore };
  });
  const { toast } = await import('./toasts.tsx');
  const { notificationsStore } = await import('@mantine/notifications');
  const shown = () => notificationsStore.getState().notifications.map(({ id }) => id);
  await toast('success', 'Updated', { undo: () => undefined });
  await toast('success', 'Updated', { undo: () => undefined });
  await toast('success', 'Updated');
  await toast('success', 'Updated');
  expect(new Set(shown()).size).toBe(3);
  expect(shown()).toHaveLength(3);
  const [oldest, ...others] = shown();
  await toast('error', 'Failed');
  await toast('success', 'Updated', { undo: () => undefined });
  expect(shown()).toEqual([...others, 'Failed', expect.not.stringContaining(oldest!)]);
});

test('what is new has a place at once; of somebody only the newest way back is offered, and failures stay', async () => {
  vi.doMock('./notifications.ts', async () => {
    const { notifications, notificationsStore } = await import('@mantine/notifications');
    return { notifications, notificationsStore };
  });
  const { toast } = await import('./toasts.tsx');
  const { notifications, notificationsStore } = await import('@mantine/notifications');
  notifications.clean();
  const undo = () => undefined;
  const shown = () => notificationsStore.getState().notifications.map((one) => [one.title, one['data-about']]);
  await toast('success', 'Changed', { about: 'Adi', undo });
  await toast('success', 'Changed', { about: 'Budi', undo });
  await toast('success', 'Taken back', { about: 'Adi' });
  const [adi, budi] = [
    ['Taken back', 'Adi'],
    ['Changed', 'Budi'],
  ];
  expect(shown()).toEqual([budi, adi]);
  await toast('error', 'Failed', { about: 'Citra' });
  await toast('success', 'Changed', { about: 'Dewi', undo });
  await toast('success', 'Changed', { about: 'Eka', undo });
  expect(shown()).toEqual([adi, ['Failed', 'Citra'], ['Changed', 'Dewi'], ['Changed', 'Eka']]);
});

test('a failure stays until it is closed, a success goes by itself', async () => {
  const notifications = { show: vi.fn(), update: vi.fn() };
  const notificationsStore = { getState: () => ({ notifications: [] }) };
  vi.doMock('./notifications.ts', () => ({ notifications, notificationsStore }));
  const { toast } = await import('./toasts.tsx');
  await toast('error', 'Failed to delete discount');
  expect(notifications.show).toHaveBeenLastCalledWith(expect.objectContaining({ autoClose: false }));
  await toast('success', 'Discount deleted successfully');
  expect(notifications.show).toHaveBeenLastCalledWith(expect.objectContaining({ autoClose: expect.any(Number) }));
});

test('a toast is shown with its reason below it', async () => {
  const notifications = { show: vi.fn(), update: vi.fn() };
  const notificationsStore = { getState: () => ({ notifications: [] }) };
  vi.doMock('./notifications.ts', () => ({ notifications, notificationsStore }));
  const { toast } = await import('./toasts.tsx');
  await toast('error', 'Failed to delete discount', { reason: 'Members are still assigned' });
  expect(notifications.show).toHaveBeenCalledWith(
    expect.objectContaining({
      title: 'Failed to delete discount',
      message: 'Members are still assigned',
      color: 'red',
    }),
  );
});

test('failures of the same kind that come at the same time are one alert of the page', async () => {
  vi.doMock('./notifications.ts', async () => {
    const { notifications, notificationsStore } = await import('@mantine/notifications');
    return { notifications, notificationsStore };
  });
  const alertPage = vi.fn(() => true);
  vi.doMock('#kit/feedback/page-alert.tsx', () => ({ alertPage, clearPageAlert: vi.fn(), isAlertedOf: () => false }));
  const { toast } = await import('./toasts.tsx');
  const { notifications, notificationsStore } = await import('@mantine/notifications');
  notifications.clean();
  await Promise.all(['Adi', 'Budi'].map((about) => toast('error', 'Failed', { about, reason: 'Refused' })));
  expect(alertPage.mock.calls).toEqual([
    ['Failed', 'Budi: Refused', 'Budi'],
    ['Failed', 'Adi: Refused', 'Adi'],
  ]);
  expect(notificationsStore.getState().notifications).toEqual([]);
  vi.doUnmock('#kit/feedback/page-alert.tsx');
});
