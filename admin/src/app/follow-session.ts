/**
 * When the session ends, here or in another tab: to the sign-in page, with nothing of the old session left in memory.
 * When another tab signed in, this one begins anew as that person.
 */
import type { QueryClient } from '@tanstack/react-query';
import { dropDrafts } from '#kit/form/draft.ts';
import { onSessionEnd } from '#kit/api/session.ts';
import { dropPlace, rememberPlace } from '#kit/api/place.ts';
import { clearToasts, toast } from './toasts.tsx';

interface Navigator {
  state: { location: { href: string } };
  navigate: (to: { to: '/'; ignoreBlocker: boolean }) => Promise<void>;
}

export function followSession(router: Navigator, client: QueryClient, beginAnew: () => void): () => void {
  return onSessionEnd((reason) => {
    if (reason === 'replaced') return beginAnew();
    // What was typed waits for the person to sign in again, unless they chose to leave.
    if (reason === 'asked') {
      dropDrafts();
      dropPlace();
    } else if (router.state.location.href !== '/') rememberPlace(router.state.location.href);
    client.clear();
    clearToasts();
    if (reason === 'expired')
      void toast('warning', 'Your session ended. Sign in again: what you typed is kept, except passwords.');
    void router.navigate({ to: '/', ignoreBlocker: true });
  });
}
