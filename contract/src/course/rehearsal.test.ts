/** Tests the check of a course before publishing. */
import { describe, expect, it } from 'vitest';
import { rehearse } from './rehearsal.ts';

const item = (over: object) => ({
  kind: 'lesson' as const,
  id: 'a',
  name: 'Satu',
  type: 'VIDEO',
  lockRule: 'NONE' as const,
  startAt: null,
  isHeld: false,
  isEmpty: false,
  isUnpassable: false,
  videoStatus: 'FINISHED' as const,
  ...over,
});
const course = (...items: ReturnType<typeof item>[]) => [{ sectionId: 's', name: 'Awal', startAt: null, items }];

describe('rehearse', () => {
  it('returns nothing for a complete course', () => expect(rehearse(course(item({})))).toEqual([]));

  it.each([
    ['a lesson without a video', { isEmpty: true, videoStatus: '' }, ['No video']],
    ['a quiz without questions', { kind: 'quiz', type: 'QUIZ', isEmpty: true, videoStatus: '' }, ['No questions']],
    [
      'a quiz nobody can pass',
      { kind: 'quiz', type: 'QUIZ', isUnpassable: true, videoStatus: '' },
      ['It cannot be passed: the right answers total less than the passing score'],
    ],
    ['a video that failed', { videoStatus: 'FAILED' }, ['Its video could not be processed']],
    ['a video that waits', { videoStatus: 'PENDING' }, ['Its video is not processed yet']],
    ['a lock that never opens', { lockRule: 'PREV_QUIZ' }, ['Never opens: there is no quiz before it']],
    [
      'all that is wrong with one',
      { isEmpty: true, videoStatus: '', type: 'LIVE_CLASS', lockRule: 'START_AT' },
      ['No time', 'Never opens: it has no meeting date'],
    ],
  ])('reports %s', (_, over, problems) => {
    const findings = rehearse(course(item(over)));
    expect(findings.map(({ problem }) => problem)).toEqual(problems);
    expect(findings.every(({ id, name }) => id === 'a' && name === 'Satu')).toBe(true);
  });

  it('reports an empty section', () =>
    expect(rehearse(course())).toEqual([{ kind: 'section', id: 's', name: 'Awal', problem: 'Nothing in it' }]));
});
