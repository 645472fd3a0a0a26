/** Asks the current user to sign in again after their session expired; a sign-in by another user restarts the app. */
import { useEffect } from 'react';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { onSessionBegin, replaceSession, role, setPageRole, subject } from '#kit/api/session.ts';
import { signInQuestion } from '#kit/api/sign-in-again.ts';
import { useCall } from '#kit/api/use-call.ts';
import { SignInAgain } from '../areas/auth/sign-in-again.tsx';

/** Mounted only once the user is known; before that, the sign-in page is sufficient. */
export function SessionKeeper() {
  const { data: user } = useCall(getOwnProfile, {}, { enabled: false });
  return user ? <Keeper user={user} /> : null;
}

function Keeper({ user }: { user: Reply<typeof getOwnProfile> }) {
  const isAsked = signInQuestion.usePending() !== undefined;
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
  return isAsked ? <SignInAgain email={user.email} leave={() => signInQuestion.answer(false)} /> : null;
}
