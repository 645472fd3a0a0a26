/** The submissions before and after one in the order of the list, as that was last looked at. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Reply, ValidatedInput } from '#contract/kernel.ts';
import { getSubmission, getSubmissionNeighbours, listSubmissions } from '#contract/submission.ts';
import { perSession } from '#kit/api/session.ts';
import { queryOf, useCall } from '#kit/api/use-call.ts';
import { lastSearch } from '#kit/list/last-search.ts';
import { readState } from '#kit/list/list-state.ts';

type Neighbours = Reply<typeof getSubmissionNeighbours>;
type Asked = ValidatedInput<typeof listSubmissions>['query'];

/** A review moves a submission in lists that put what waits first: its neighbours stay those that it had before. */
const first = perSession(() => new Map<string, Neighbours>());
/** By whom a submission was reached as the next one. */
const cameFrom = perSession(() => new Map<string, string>());

export function useNeighbours(id: string) {
  const { search, sort, status, productType } = readState(
    listSubmissions.query!,
    lastSearch('/submission'),
  ) as unknown as Asked;
  const query = { search, sort, ...(status && { status }), ...(productType && { productType }) };
  const { data } = useCall(getSubmissionNeighbours, { params: { id }, query });
  const key = JSON.stringify([id, query]);
  if (data && !first().has(key)) first().set(key, data);
  const { previous, next } = first().get(key) ?? {};
  const nextToReview = data?.nextToReview;
  useAhead([next, nextToReview]);
  return {
    isKnown: data !== undefined,
    previous: cameFrom().get(id) ?? previous,
    next,
    nextToReview,
    /** Before the person goes on to that one. */
    note: (to: string) => {
      if (to === next) cameFrom().set(to, id);
    },
  };
}

/** Going on waits for nothing. */
function useAhead([next, nextToReview]: readonly (string | null | undefined)[]): void {
  const client = useQueryClient();
  useEffect(() => {
    for (const id of new Set([next, nextToReview]))
      if (id) void client.prefetchQuery(queryOf(getSubmission, { params: { id } }));
  }, [client, next, nextToReview]);
}
