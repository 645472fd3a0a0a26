/** Hook that reads counts and pinned views of the navigation, after the data of the page. */
import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getCounts } from '#contract/home/counts.ts';
import { listPinnedViews } from '#contract/kernel/saved-view.ts';
import { useCall } from '#kit/api/use-call.ts';

/** Time between two readings of the counts while nothing else reads them. */
const everyMs = 60_000;
/** Time without requests after which a page counts as loaded; its parts may read one after the other. */
const idleMs = 100;

function useIsPageLoaded(): boolean {
  const [isLoaded, setLoaded] = useState(false);
  const isTurning = useRouterState({ select: ({ status }) => status === 'pending' });
  const isBusy = useIsFetching() > 0 || isTurning;
  useEffect(() => {
    if (isLoaded || isBusy) return;
    const timer = setTimeout(() => setLoaded(true), idleMs);
    return () => clearTimeout(timer);
  }, [isLoaded, isBusy]);
  return isLoaded;
}

export function useNavigationData() {
  const enabled = useIsPageLoaded();
  const { data: { counts = [] } = {} } = useCall(getCounts, {}, { enabled, everyMs });
  const { data: { views = [] } = {} } = useCall(listPinnedViews, {}, { enabled });
  return { counts, views };
}
