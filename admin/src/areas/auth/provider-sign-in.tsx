/** Button to sign in with the brand's OpenID provider, which also finishes the sign-in when the provider returns. */
import { Button, Divider } from '@mantine/core';
import { useEffect } from 'react';
import type { SecondStep } from '#contract/kernel/second-step.ts';
import { signInProvider } from '#kit/api/tenant.ts';
import { useTask } from '#kit/api/use-action.ts';

const rules = () => import('./sign-in.ts');

/** Query with which the provider returned to this page, taken from the address; empty: it did not. */
function takeAnswer(): string {
  const query = location.search.slice(1);
  const names = new URLSearchParams(query);
  if (!names.has('state') || !(names.has('code') || names.has('error'))) return '';
  // Single use, and nothing for the history or a bookmark.
  history.replaceState(history.state, '', location.pathname);
  return query;
}

export function ProviderSignIn({ proceed }: { proceed: (reply: { secondStep?: SecondStep }) => Promise<void> }) {
  const action = useTask({
    messages: { preferServer: true },
    perform: async (answer: string) => {
      const { goToProvider, signInByProvider } = await rules();
      return answer ? await signInByProvider(answer) : await goToProvider();
    },
  });
  const run = async (answer = '') => {
    const outcome = await action.run(answer);
    if (outcome.ok && outcome.reply) await proceed(outcome.reply);
  };
  useEffect(() => {
    const answer = takeAnswer();
    if (answer) void run(answer);
    // Once, with the address that the page was opened with.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <>
      <Divider label="or" />
      <Button variant="default" fullWidth loading={action.loading} onClick={() => void run()}>
        Sign in with {signInProvider}
      </Button>
    </>
  );
}
