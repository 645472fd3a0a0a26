/**
 * When the session ends, here or in another tab: the address is the sign-in's. Over a page that somebody works on, which
 * stays, they sign in again; elsewhere, and for who chose to leave, nothing of the old session is left in memory.
 * When somebody else signed in, this tab begins anew as that person.
 */
import type { QueryClient } from '@tanstack/react-query';
import { dropDrafts } from '#kit/form/draft.ts';
import { type EndReason, onSessionEnd } from '#kit/api/session.ts';
import { dropPlace, rememberPlace } from '#kit/api/place.ts';
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

export function followSession(router: Navigator, client: QueryClient, beginAnew: () => void): () => void {
  /** The page stays; its address is shown, or the sign-in's. */
  const stay = (mask?: { to: '/' }) => {
    const { pathname: to, search, hash } = router.state.location;
    // The router does nothing where the place and its state are as they were.
    const here = { to, search, hash, state: { isMasked: mask !== undefined }, replace: true, resetScroll: false };
    return router.navigate({ ...here, ...(mask && { mask }), ignoreBlocker: true });
  };
  const resume = () => {
    dropPlace();
    return stay();
  };
  const leave = (reason: EndReason) => {
    // What was typed waits for the person to sign in again, unless they chose to leave.
    if (reason === 'asked') {
      dropDrafts();
      dropPlace();
    } else if (router.state.location.href !== '/') rememberPlace(router.state.location.href);
    client.clear();
    clearToasts();
    void router.navigate({ to: '/', ignoreBlocker: true });
  };
  return onSessionEnd((reason) => {
    if (reason === 'replaced') {
      dropPlace();
      return beginAnew();
    }
    if (reason !== 'expired') return leave(reason);
    if (signInQuestion.isAsked()) return;
    const isBack = askSignIn();
    if (signInQuestion.isAsked()) {
      // For who reloads it.
      rememberPlace(router.state.location.href);
      void stay({ to: '/' });
      void isBack.then((is) => (is ? resume() : leave(reason)));
      return;
    }
    leave(reason);
    void toast('warning', 'Your session ended. Sign in again: your changes are kept, except passwords.');
  });
}
