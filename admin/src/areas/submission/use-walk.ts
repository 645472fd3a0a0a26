/** Previous and next submission, by button and by key. */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { commandKey, isTyping, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import type { HeadActions } from '#kit/record/head-actions.tsx';
import type { OpenSubmission } from './submission.ts';
import { useQueryClient } from '@tanstack/react-query';
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
function useNeighbours(id: string) {
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

const keys: Keys = [
  ['[ ]', 'Previous and next submission'],
  ['n', 'Next submission to review'],
  [`${commandKey}Enter`, 'Save, and open the next one to review'],
];

/** Score fields take digits only, so the letter keys work in them too. */
const isText = (event: KeyboardEvent) =>
  isTyping(event) && !(event.target as Element).matches('[data-path="reviewScore"]');

type Way = 'previous' | 'next' | 'nextToReview';

/** Actions of the head. */
const walkActions = (
  { isKnown, previous, next, nextToReview }: { isKnown: boolean } & Partial<Record<Way, string | null>>,
  go: (way: Way) => void,
): HeadActions => ({
  quick: [
    {
      label: 'Previous submission',
      icon: IconChevronUp,
      run: () => go('previous'),
      why: isKnown && !previous && 'This is the first of the list',
      keys: '[',
    },
    {
      label: 'Next submission',
      icon: IconChevronDown,
      run: () => go('next'),
      why: isKnown && !next && 'This is the last of the list',
      keys: ']',
    },
    {
      label: 'Next to review',
      run: () => go('nextToReview'),
      why: isKnown && !nextToReview && 'No other submission to review',
      keys: 'n',
    },
  ],
});

export function useWalk({ id, form }: OpenSubmission): HeadActions {
  const { isKnown, note, ...neighbours } = useNeighbours(id);
  const navigate = useNavigate();
  /** Remembers a key that is pressed before the neighbours are loaded. */
  const [way, go] = useState<Way>();
  const leave = useEffectEvent(() => {
    const to = way && neighbours[way];
    go(undefined);
    if (!to) return;
    note(to);
    void navigate({ to: '/submission/$id', params: { id: to } });
  });
  useEffect(() => {
    if (way && isKnown) leave();
  }, [way, isKnown]);
  const saveAndGo = async () => {
    if (!form.isSaving && (!form.isDirty || (await form.submit()))) go('nextToReview');
  };
  usePageKeys(keys);
  useWindowEvent('keydown', (event) => {
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.altKey || at.closest('[role="dialog"], [role="menu"]')) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'Enter') return;
      void saveAndGo();
    } else if (isText(event)) return;
    else if (event.key === '[') go('previous');
    else if (event.key === ']') go('next');
    else if (event.key === 'n') go('nextToReview');
    else return;
    event.preventDefault();
  });
  return walkActions({ isKnown, ...neighbours }, go);
}
