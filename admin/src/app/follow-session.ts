/**
 * Handles the end of a session in any tab. Over a page in use, the page stays under the URL of the sign-in page while
 * the person signs in again. Otherwise, or after signing out, all data of the session is cleared from memory and the
 * sign-in page opens. If another user signed in, the tab restarts as that user.
 */
import type { QueryClient } from '@tanstack/react-query';
import { dropDrafts } from '#kit/form/stored-draft.ts';
import { type EndReason, onSessionEnd } from '#kit/api/session.ts';
import { clearReturnPath, saveReturnPath } from '#kit/api/return-path.ts';
import { askSignIn, signInQuestion } from '#kit/api/sign-in-again.ts';
import { clearToasts, toast } from './toasts.tsx';

interface Target {
  to: string;
  search?: object;
  hash?: string;
  mask?: { to: '/' };
  state?: object;
  replace?: boolean;
  resetScroll?: boolean;
  ignoreBlocker: boolean;
}

interface Navigator {
  state: { location: { href: string; pathname: string; search: object; hash: string } };
  navigate: (to: Target) => Promise<void>;
}

/** Starts it; `restart` reloads the tab for another user. Returns the unsubscribe function. */
export function followSession(router: Navigator, client: QueryClient, restart: () => void): () => void {
  /** Keeps the page; changes the URL to `mask`, or back to its own. */
  const keepPage = (mask?: { to: '/' }) => {
    const { pathname: to, search, hash } = router.state.location;
    // Without a change of state the router ignores a navigation to the same path.
    const here = { to, search, hash, state: { isMasked: mask !== undefined }, replace: true, resetScroll: false };
    return router.navigate({ ...here, ...(mask && { mask }), ignoreBlocker: true });
  };
  const resume = () => {
    clearReturnPath();
    return keepPage();
  };
  const leave = (reason: EndReason) => {
    // Drafts are kept for the next sign-in, except after signing out.
    if (reason === 'asked') {
      dropDrafts();
      clearReturnPath();
    } else if (router.state.location.href !== '/') saveReturnPath(router.state.location.href);
    client.clear();
    clearToasts();
    void router.navigate({ to: '/', ignoreBlocker: true });
  };
  return onSessionEnd((reason) => {
    if (reason === 'replaced') {
      clearReturnPath();
      return restart();
    }
    if (reason !== 'expired') return leave(reason);
    if (signInQuestion.isPending()) return;
    const signedIn = askSignIn();
    if (signInQuestion.isPending()) {
      // For a reload of the page.
      saveReturnPath(router.state.location.href);
      void keepPage({ to: '/' });
      void signedIn.then((isSignedIn) => (isSignedIn ? resume() : leave(reason)));
      return;
    }
    leave(reason);
    toast('warning', 'Your session ended. Sign in again: your changes are kept, except passwords.');
  });
}
