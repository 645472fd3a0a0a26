/** Tests the status of a course by day, and the requirements for publishing. */
import { describe, expect, it } from 'vitest';
import { CourseStatus, copyName, courseStatus, missingForPublishing, publishingEffect } from './rules.ts';

const cohort = { type: 1, isPublished: true, startDate: '2026-11-10', endDate: '2026-11-20' };

describe('publishingEffect', () => {
  it.each([
    [13, [], '13 members lose access', '13 members get access'],
    [1, [], '1 member loses access', '1 member gets access'],
    [0, [], 'it can no longer be bought', 'it can be bought'],
    [0, [0], 'it can no longer be bought', 'it can be bought'],
    [0, [1], 'the users of 1 learning path lose access', 'the users of 1 learning path get access'],
    [
      1,
      [7],
      '1 member and the users of 1 learning path lose access',
      '1 member and the users of 1 learning path get access',
    ],
    [
      13,
      [2, 0, 5],
      '13 members and the users of 2 learning paths lose access',
      '13 members and the users of 2 learning paths get access',
    ],
  ])('describes both states with %d members and paths of %j users', (totalMembers, users, unpublish, publish) => {
    const course = { totalMembers, paths: users.map((totalUsers) => ({ totalUsers })) };
    expect(publishingEffect({ ...course, isPublished: true })).toBe(`Unpublish: ${unpublish}`);
    expect(publishingEffect({ ...course, isPublished: false })).toBe(`Publish: ${publish}`);
  });
});

describe('courseStatus', () => {
  it.each([
    ['a draft whatever its dates', { ...cohort, isPublished: false }, '2026-11-15', CourseStatus.DRAFT],
    ['to do before its first day', cohort, '2026-11-09', CourseStatus.TO_DO],
    ['to do while no day is fixed', { ...cohort, startDate: null, endDate: null }, '2026-11-15', CourseStatus.TO_DO],
    ['on going on its first day', cohort, '2026-11-10', CourseStatus.ON_GOING],
    ['on going on its last day', cohort, '2026-11-20', CourseStatus.ON_GOING],
    ['on going with no end date', { ...cohort, endDate: null }, '2030-01-01', CourseStatus.ON_GOING],
    ['finished after its last day', cohort, '2026-11-21', CourseStatus.FINISHED],
    ['on going when it is regular and published', { ...cohort, type: 0 }, '2026-12-31', CourseStatus.ON_GOING],
    [
      'a draft when it is regular and not published',
      { ...cohort, type: 0, isPublished: false },
      '2026-11-15',
      CourseStatus.DRAFT,
    ],
  ])('returns: %s', (_, course, today, status) => expect(courseStatus(course, today)).toBe(status));
});

describe('missingForPublishing', () => {
  const lesson = { kind: 'lesson' };
  const ready = { thumbnail: '/t.svg', category: 'data', sections: [{ items: [] }, { items: [lesson] }] };

  it('returns nothing with a thumbnail, a category, a section and a lesson', () =>
    expect(missingForPublishing(ready)).toEqual([]));

  it.each([
    ['thumbnail', { thumbnail: null }, ['thumbnail']],
    ['category', { category: null }, ['category']],
    ['section', { sections: [] }, ['sections', 'lessons']],
    ['lesson', { sections: [{ items: [{ kind: 'quiz' }] }] }, ['lessons']],
    ['all', { thumbnail: '', category: null, sections: [] }, ['thumbnail', 'category', 'sections', 'lessons']],
  ])('reports what is missing: %s', (_, lacking, paths) => {
    expect(missingForPublishing({ ...ready, ...lacking }).map(({ path }) => path)).toEqual(paths);
  });
});

describe('copyName', () => {
  it('appends (copy)', () => expect(copyName('Dasar SQL')).toBe('Dasar SQL (copy)'));
  it('keeps names within 150 characters', () => {
    expect(copyName('x'.repeat(150))).toBe(`${'x'.repeat(143)} (copy)`);
    expect(copyName(`${'x'.repeat(142)}😀x`)).toBe(`${'x'.repeat(142)} (copy)`);
    expect(copyName('😀'.repeat(75)).length).toBeLessThanOrEqual(150);
  });
});
