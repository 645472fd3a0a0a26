/** Submissions before and after one in the list, in its last used filter and sort order. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { getSubmission, getSubmissionNeighbours, listSubmissions } from '#contract/submission/endpoints.ts';
import { perSession } from '#kit/api/session.ts';
import { queryOf, useCall } from '#kit/api/use-call.ts';
import { lastSearch } from '#kit/list/last-search.ts';
import { readState } from '#kit/list/list-state.ts';

type Neighbours = Reply<typeof getSubmissionNeighbours>;
type ListQuery = ValidatedInput<typeof listSubmissions>['query'];

/** Neighbours at the first load, by submission and query: a review moves a submission in lists sorted by status. */
const first = perSession(() => new Map<string, Neighbours>());
/** By submission: the one from which the user went on to it. */
const cameFrom = perSession(() => new Map<string, string>());

/** `previous` and `next` stay as at the first load; `nextToReview` follows each read. */
export function useNeighbours(id: string) {
  const { search, sort, status, productType } = readState(
    listSubmissions.query!,
    lastSearch('/submission'),
  ) as ListQuery;
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
    /** Call before going on to submission `to`. */
    note: (to: string) => {
      if (to === next) cameFrom().set(to, id);
    },
  };
}

/** Prefetches the next submissions. */
function useAhead([next, nextToReview]: readonly (string | null | undefined)[]): void {
  const client = useQueryClient();
  useEffect(() => {
    for (const id of new Set([next, nextToReview]))
      if (id) void client.prefetchQuery(queryOf(getSubmission, { params: { id } }));
  }, [client, next, nextToReview]);
}
