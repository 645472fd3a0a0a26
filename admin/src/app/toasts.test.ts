/** Tests toasts, also when their code cannot be loaded. */
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

test('a toast whose code cannot be loaded fails silently, and so does clearing failures', async () => {
  vi.doMock('./notifications.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { clearFailures, preloadToasts, toast } = await import('./toasts.tsx');
  await expect(toast('error', 'You are offline')).resolves.toBe(false);
  expect(await preloadToasts()).toBeUndefined();
  expect(clearFailures).not.toThrow();
});

test('toasts with undo are separate, equal ones without undo are shown once', async () => {
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

test('a new toast is shown at once; it replaces the undo toast of the same subject, and failures stay', async () => {
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

test('a failure stays until it is closed, a success closes automatically', async () => {
  const notifications = { show: vi.fn(), update: vi.fn() };
  const notificationsStore = { getState: () => ({ notifications: [] }) };
  vi.doMock('./notifications.ts', () => ({ notifications, notificationsStore }));
  const { toast } = await import('./toasts.tsx');
  await toast('error', 'Failed to delete discount');
  expect(notifications.show).toHaveBeenLastCalledWith(expect.objectContaining({ autoClose: false }));
  await toast('success', 'Discount deleted successfully');
  expect(notifications.show).toHaveBeenLastCalledWith(expect.objectContaining({ autoClose: expect.any(Number) }));
});

test('a toast shows its reason below the title', async () => {
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

test('concurrent failures of the same kind are shown as one page alert', async () => {
  vi.doMock('./notifications.ts', async () => {
    const { notifications, notificationsStore } = await import('@mantine/notifications');
    return { notifications, notificationsStore };
  });
  const showPageAlert = vi.fn(() => true);
  vi.doMock('#kit/feedback/page-alerts.ts', () => ({
    showPageAlert,
    clearPageAlert: vi.fn(),
    hasOtherAlerts: () => false,
  }));
  const { toast } = await import('./toasts.tsx');
  const { notifications, notificationsStore } = await import('@mantine/notifications');
  notifications.clean();
  await Promise.all(['Adi', 'Budi'].map((about) => toast('error', 'Failed', { about, reason: 'Refused' })));
  expect(showPageAlert.mock.calls).toEqual([
    ['Failed', 'Budi: Refused', 'Budi'],
    ['Failed', 'Adi: Refused', 'Adi'],
  ]);
  expect(notificationsStore.getState().notifications).toEqual([]);
  vi.doUnmock('#kit/feedback/page-alerts.ts');
});
