/** Hook that reads counts and pinned views of the navigation, after the data of the page. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getCounts } from '#contract/home/counts.ts';
import { listPinnedViews } from '#contract/kernel/saved-view.ts';
import { useCall } from '#kit/api/use-call.ts';

/** A count may be a minute old; reading all of them after each write costs more than the write. */
const apart = { isApart: true, everyMs: 60_000 };
/** Time without requests after which a page counts as loaded; its parts may read one after the other. */
const idleMs = 100;

/** Stays true; watches requests only until then, so that the navigation is not rendered for each of them. */
function useIsPageLoaded(): boolean {
  const [isLoaded, setLoaded] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (isLoaded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const isBusy = client.isFetching() > 0 || router.state.status === 'pending';
      timer = isBusy ? undefined : setTimeout(() => setLoaded(true), idleMs);
    };
    const stops = [client.getQueryCache().subscribe(look), router.subscribe('onResolved', look)];
    look();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [isLoaded, client, router]);
  return isLoaded;
}

export function useNavigationData() {
  const enabled = useIsPageLoaded();
  const { data: { counts = [] } = {} } = useCall(getCounts, {}, { ...apart, enabled });
  const { data: { views = [] } = {} } = useCall(listPinnedViews, {}, { ...apart, enabled });
  return { counts, views };
}
