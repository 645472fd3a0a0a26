/** Tests that every job of the contract is defined once. */
import { expect, it } from 'vitest';
import { jobNames } from '#contract/jobs/endpoints.ts';
import { jobs } from './jobs.ts';

it('defines each job that has a display name, and no other', () => {
  expect(jobs.map(({ name }) => name).toSorted()).toEqual(Object.keys(jobNames).toSorted());
});
