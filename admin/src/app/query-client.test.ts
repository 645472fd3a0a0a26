/** Tests the toasts of failed calls, and which displayed data is read again after a change. */
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, isToasted } from '#kit/api/api-error.ts';
import type { TaskMeta } from '#kit/api/slice.ts';
import { failureText, messageValues, queryClient } from './query-client.ts';
import { toast } from './toasts.tsx';

vi.mock('./toasts.tsx', () => ({ toast: vi.fn(), clearFailures: vi.fn() }));

afterEach(() => {
  queryClient.clear();
  vi.mocked(toast).mockClear();
});

/** Error as received from the server. */
const serverError = (status: number, message: string, more: object = {}) =>
  new ApiError(status, message, { message, ...more });

const refused = serverError(409, 'Members are still assigned');
const messages = { fail: 'Failed to delete discount' };

describe('the toast of a failure', () => {
  test('is the spec’s text, with the server’s reason below it', () =>
    expect(failureText(refused, messages, {})).toEqual({
      text: 'Failed to delete discount',
      reason: 'Members are still assigned',
    }));

  test('is the server’s message where the spec prefers it', () => {
    expect(failureText(refused, { ...messages, preferServer: true }, {})).toEqual({
      text: 'Members are still assigned',
    });
    // Without a message from the server (no response, or a proxy's), the spec's text is used.
    expect(failureText(new ApiError(0, 'You are offline'), { ...messages, preferServer: true }, {})).toEqual({
      text: 'Failed to delete discount',
      reason: 'You are offline',
    });
  });

  test('has the reason below it when there was no response, and on a conflict', () => {
    expect(failureText(new ApiError(0, 'You are offline'), messages, {})).toEqual({
      text: 'Failed to delete discount',
      reason: 'You are offline',
    });
    expect(failureText(new ApiError(412, 'Bagus saved first'), messages, {})).toEqual({
      text: 'Failed to delete discount',
      reason: 'Bagus saved first',
    });
  });

  test('is absent when the session ended, the password dialog was cancelled, or the contract has no text', () => {
    expect(failureText(new ApiError(401, 'Please sign in'), messages, {})).toBeUndefined();
    const refusedPassword = new ApiError(403, 'Give your password again to do this', { reason: 'step-up' });
    expect(failureText(refusedPassword, messages, {})).toBeUndefined();
    expect(failureText(refused, undefined, {})).toBeUndefined();
  });

  test('is filled with values of the call; a text with an id stands below the reason', () => {
    const values = messageValues({ input: { params: { id: '7' }, body: { n: 2 } } }, undefined);
    expect(failureText(refused, { fail: 'Fail to assign {n} courses' }, values)?.text).toBe('Fail to assign 2 courses');
    expect(failureText(refused, { fail: 'Fail to toggle discount status on {id}' }, values)).toEqual({
      text: 'Members are still assigned',
      reason: 'Fail to toggle discount status on 7',
    });
  });
});

test('a toast does not repeat an error that the form shows at a field', async () => {
  const wrong = (message: string) =>
    serverError(400, message, { errors: [{ path: 'currentPassword', message: 'This is not your password' }] });
  const fail = async (error: ApiError, options: object) => {
    const saving = new MutationObserver(queryClient, {
      mutationFn: async (_: { options: object }) => {
        throw error;
      },
      meta: { messages: { ...messages, preferServer: true } },
    });
    await expect(saving.mutate({ options })).rejects.toBe(error);
  };
  await fail(wrong('This is not your password'), { showsErrors: true });
  await fail(wrong('Present password: This is not your password'), { showsErrors: true });
  expect(toast).not.toHaveBeenCalled();
  await fail(wrong('Not saved'), { showsErrors: true });
  await fail(wrong('This is not your password'), {});
  expect(vi.mocked(toast).mock.calls.map(([, text]) => text)).toEqual(['Not saved', 'This is not your password']);
});

describe('a failure that the screen shows in its place', () => {
  const failing = async (meta: TaskMeta, options: object = {}) => {
    const error = serverError(500, 'The database is away');
    const work = new MutationObserver(queryClient, {
      mutationFn: async (_: { options: object }) => {
        throw error;
      },
      meta,
    });
    await expect(work.mutate({ options })).rejects.toBe(error);
    return error;
  };
  const reading = async (meta: TaskMeta) => {
    const error = serverError(500, 'The database is away');
    const query = new QueryObserver(queryClient, {
      queryKey: ['order', JSON.stringify(meta)],
      queryFn: () => Promise.reject(error),
      retry: false,
      meta,
    });
    const leave = query.subscribe(() => undefined);
    await vi.waitFor(() => expect(query.getCurrentResult().isError).toBe(true));
    leave();
    return error;
  };

  test('is not repeated by a toast with the same content', async () => {
    const ours = { messages: { fail: 'Failed to save the review', failsInPlace: true } };
    expect(isToasted(await failing(ours, { showsErrors: true }))).toBe(false);
    expect(isToasted(await reading({ messages: { fail: 'Failed to fetch orders', preferServer: true } }))).toBe(false);
    expect(toast).not.toHaveBeenCalled();
  });

  test('is also shown by the toast that the specification requires, and the screen knows that', async () => {
    expect(isToasted(await failing({ messages }, { showsErrors: true }))).toBe(true);
    expect(isToasted(await reading({ messages: { fail: 'Failed to fetch subscribers' } }))).toBe(true);
    expect(vi.mocked(toast).mock.calls.map(([, text]) => text)).toEqual([
      'Failed to delete discount',
      'Failed to fetch subscribers',
    ]);
  });
});

test('the values of a message come from params, body and reply', () => {
  expect(messageValues({ input: { params: { id: '1' }, body: { status: 0 } } }, { changed: 3 })).toEqual({
    id: '1',
    status: 0,
    changed: 3,
  });
});

describe('displayed data', () => {
  /** Displays discounts and counts the reads. A read takes some time, so that waiting for it is observable. */
  async function displayDiscounts() {
    const read = vi.fn(
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 30, 'discounts');
        }),
    );
    const page = new QueryObserver(queryClient, { queryKey: ['discount'], queryFn: read });
    const leave = page.subscribe(() => undefined);
    await vi.waitFor(() => expect(page.getCurrentResult().isSuccess).toBe(true));
    return { read, leave };
  }

  const change = (mutationFn: () => Promise<unknown>, movesOn = false) =>
    new MutationObserver(queryClient, { mutationFn, meta: { writes: true, messages, movesOn } }).mutate();

  test('is read again before a change ends', async () => {
    const { read, leave } = await displayDiscounts();
    await change(async () => undefined);
    expect(read).toHaveBeenCalledTimes(2);
    expect(queryClient.isFetching()).toBe(0);
    leave();
  });

  test('is not taken from a first read that began before the change', async () => {
    let stored = 'before';
    const read = () => {
      const answer = stored;
      return new Promise((resolve) => {
        setTimeout(resolve, 60, answer);
      });
    };
    const page = new QueryObserver(queryClient, { queryKey: ['discount', 'search'], queryFn: read });
    const leave = page.subscribe(() => undefined);
    await change(async () => {
      stored = 'after';
    });
    await vi.waitFor(() => expect(page.getCurrentResult().data).toBe('after'));
    leave();
  });

  test('is read again after a change of any area, and what is not displayed is stale', async () => {
    const hidden = { queryKey: ['order'], queryFn: async () => 'orders' };
    await queryClient.prefetchQuery(hidden);
    const { read, leave } = await displayDiscounts();
    await change(async () => undefined);
    expect(read).toHaveBeenCalledTimes(2);
    expect(queryClient.getQueryState(hidden.queryKey)?.isInvalidated).toBe(true);
    leave();
  });

  test('is stale when a read of hidden data began before the change and would have ended after it', async () => {
    const hidden = { queryKey: ['order'], queryFn: async () => 'orders' };
    await queryClient.prefetchQuery(hidden);
    const before = Promise.withResolvers<string>();
    const reading = queryClient.prefetchQuery({ ...hidden, queryFn: () => before.promise, staleTime: 0 });
    await change(async () => undefined);
    before.resolve('orders before the change');
    await reading;
    expect(queryClient.getQueryState(hidden.queryKey)).toMatchObject({ isInvalidated: true, data: 'orders' });
  });

  test('is read again once for changes that end while it is read again', async () => {
    const { read, leave } = await displayDiscounts();
    const first = change(async () => undefined);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    await Promise.all([first, ...Array.from({ length: 20 }, () => change(async () => undefined))]);
    expect(read).toHaveBeenCalledTimes(3);
    leave();
  });

  test('is not read again if the person goes on to another page', async () => {
    const { read, leave } = await displayDiscounts();
    vi.useFakeTimers();
    await change(async () => undefined, true);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  test('is read again later if the person was to go on but is still here', async () => {
    const { read, leave } = await displayDiscounts();
    vi.useFakeTimers();
    await change(async () => undefined, true);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(2);
    leave();
    vi.useRealTimers();
  });

  test.each([
    [404, 2],
    [409, 2],
    [412, 2],
    [400, 1],
    [500, 1],
  ])('after a change refused with %i was read %i times', async (status, times) => {
    const { read, leave } = await displayDiscounts();
    await expect(change(() => Promise.reject(new ApiError(status, 'no')))).rejects.toMatchObject({ status });
    await vi.dynamicImportSettled();
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(read).toHaveBeenCalledTimes(times);
    leave();
  });
});

describe('a failed read', () => {
  const failing = { queryKey: ['discount', 'page 2'], queryFn: () => Promise.reject(refused), meta: { messages } };

  test('shows no toast if it was a prefetch', async () => {
    await queryClient.prefetchQuery(failing);
    expect(toast).not.toHaveBeenCalled();
  });

  test('shows a toast if its data is displayed', async () => {
    const leave = new QueryObserver(queryClient, failing).subscribe(() => undefined);
    await vi.waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'Failed to delete discount', {
        reason: 'Members are still assigned',
      }),
    );
    leave();
  });
});

test('a query that is read apart is read again after writes of its area only', async () => {
  const watch = (key: string, meta: TaskMeta) => {
    const read = vi.fn(() => Promise.resolve(0));
    const query = new QueryObserver(queryClient, { queryKey: [key], queryFn: read, meta });
    return { read, leave: query.subscribe(() => undefined) };
  };
  const shown = watch('order', {});
  const apart = watch('saved-view', { isApart: true });
  const write = (area: string) =>
    new MutationObserver(queryClient, { mutationFn: () => Promise.resolve(0), meta: { writes: true, area } }).mutate();
  await vi.waitFor(() => expect([shown.read, apart.read].map(({ mock }) => mock.calls.length)).toEqual([1, 1]));
  await write('order');
  expect([shown.read, apart.read].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  await write('saved-view');
  expect([shown.read, apart.read].map(({ mock }) => mock.calls.length)).toEqual([3, 2]);
  shown.leave();
  apart.leave();
});
