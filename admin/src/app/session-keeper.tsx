/** Asks the current user to sign in again after their session expired; a sign-in by another user restarts the app. */
import { lazy, Suspense, useEffect } from 'react';
import { getOwnProfile } from '#contract/auth.ts';
import type { Reply } from '#contract/kernel.ts';
import { onSessionBegin, replaceSession, role, setPageRole, subject } from '#kit/api/session.ts';
import { signInQuestion } from '#kit/api/sign-in-again.ts';
import { useCall } from '#kit/api/use-call.ts';
import { whenIdle } from '#kit/when-idle.ts';

const load = async () => ({ default: (await import('../areas/auth/sign-in-again.tsx')).SignInAgain });
const SignInAgain = lazy(load);

/** Mounted only once the user is known; before that, the sign-in page is sufficient. */
export function SessionKeeper() {
  const { data: user } = useCall(getOwnProfile, {}, { enabled: false });
  return user ? <Keeper user={user} /> : null;
}

function Keeper({ user }: { user: Reply<typeof getOwnProfile> }) {
  const isAsked = signInQuestion.usePending() !== undefined;
  useEffect(() => {
    // Preloaded, because the connection may be gone when it is needed.
    whenIdle(() => load().catch(() => undefined));
  }, []);
  useEffect(() => {
    setPageRole(user.role);
    return () => setPageRole(undefined);
  }, [user]);
  useEffect(
    () =>
      onSessionBegin(() => {
        if (!signInQuestion.isPending()) return;
        if (subject() === user.id && role() === user.role) signInQuestion.answer(true);
        else replaceSession();
      }),
    [user],
  );
  return isAsked ? (
    <Suspense>
      <SignInAgain email={user.email} leave={() => signInQuestion.answer(false)} />
    </Suspense>
  ) : null;
}
