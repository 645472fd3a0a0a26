/** Tests the actions of the queue's items. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TodayItem } from '#contract/home/endpoints.ts';
import { exportAgain } from '#contract/video/endpoints.ts';
import { effectOf, linkLabelOf, pageOfItem, settlingOf } from './item.ts';

vi.mock('#kit/api/session.ts', () => ({ role: () => 'admin' }));

const start = '2026-11-26T09:00:00Z';
const classAt = (record: TodayItem['record']): TodayItem => ({
  key: 'class-today:one',
  kind: 'class-today',
  mark: '',
  name: 'Live class',
  about: 'Class of May',
  amount: null,
  at: start,
  id: record.id,
  record,
  course: { id: 'c', type: 'fast-track' },
});
const actionOf = (item: TodayItem) => [linkLabelOf(item), pageOfItem(item)];

describe('the action of a class', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const lesson = classAt({ kind: 'lesson', id: 'l' });

  it('opens the lesson until the class begins', () => {
    vi.setSystemTime(Date.parse(start) - 1);
    expect(actionOf(lesson)).toEqual(['Open class', '/lesson/l']);
  });

  it('takes attendance once the class has begun', () => {
    vi.setSystemTime(Date.parse(start));
    expect(actionOf(lesson)).toEqual(['Take attendance', '/lesson/l/attendance']);
  });

  it('opens the schedule of a class without a lesson', () => {
    vi.setSystemTime(Date.parse(start) - 1);
    expect(actionOf(classAt({ kind: 'course', id: 'c' }))).toEqual(['Open schedule', '/course/fast-track/c/schedule']);
  });
});

it('names the product of the access that "Done, next" gives', () => {
  const item: TodayItem = { ...classAt({ kind: 'order', id: 'o' }), kind: 'paid-no-access', about: 'Excel' };
  expect(effectOf(item)).toBe('Give access to Excel, then the next row');
});

it('offers to replace a video whose file is damaged, and to process others again', () => {
  const video = { ...classAt({ kind: 'lesson', id: 'l' }), kind: 'failed-video', reason: 'No space left' } as const;
  expect(settlingOf(video)?.label).toBe('Retry');
  const damaged = { ...video, reason: `This file is damaged: ${exportAgain}` };
  expect(settlingOf(damaged)).toBeUndefined();
  expect(actionOf(damaged)).toEqual(['Replace', '/lesson/l']);
});
