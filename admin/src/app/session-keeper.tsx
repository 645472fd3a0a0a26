/** Asks whoever works here to sign in again when their session ran out; another person begins anew. */
import { lazy, Suspense, useEffect } from 'react';
import { getOwnProfile } from '#contract/auth.ts';
import type { Reply } from '#contract/kernel.ts';
import { onSessionBegin, replaceSession, role, setPageRole, subject } from '#kit/api/session.ts';
import { signInQuestion } from '#kit/api/sign-in-again.ts';
import { useCall } from '#kit/api/use-call.ts';

const load = async () => ({ default: (await import('../areas/auth/sign-in-again.tsx')).SignInAgain });
const SignInAgain = lazy(load);

/** Where nobody knows yet who works here, nothing can be lost: the sign-in page will do. */
export function SessionKeeper() {
  const { data: user } = useCall(getOwnProfile, {}, { enabled: false });
  return user ? <Keeper user={user} /> : null;
}

function Keeper({ user }: { user: Reply<typeof getOwnProfile> }) {
  const isAsked = signInQuestion.usePending() !== undefined;
  useEffect(() => {
    // When it is needed the connection may be gone.
    load().catch(() => undefined);
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
