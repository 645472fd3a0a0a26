/** Second factors of a user of staff, which a superadmin resets when the phone or the key is lost. */
import { Button, Skeleton, Text } from '@mantine/core';
import { getUserFactors, resetUserFactors } from '#contract/auth/second-factor.ts';
import { FactorList } from '#admin-shared/auth/factor-list.tsx';
import { subject } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { counted } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { Profile } from './user.ts';

export function UserFactors({ user: { id, name } }: { user: Profile }) {
  const params = { id };
  const result = useCall(getUserFactors, { params });
  const reset = useAction(resetUserFactors);
  const { app = null, passkeys = [], isRequired = false } = result.data ?? {};
  const count = passkeys.length + Number(app !== null);
  const ask = async () => {
    const next = isRequired ? 'adds a new one at the next sign-in' : 'signs in with the password alone';
    const text = `Reset: ${counted(count, 'second factor', 'second factors')} and the recovery codes end, all sessions too, and ${name} ${next}.`;
    const action = `Reset ${counted(count, 'second factor', 'second factors')}`;
    if (await confirm({ title: `Reset the second factor of ${name}?`, text, action, isDestructive: true }))
      await reset.run({ params });
  };
  const actions = count > 0 && id !== subject() && (
    <Button variant="default" size="xs" onClick={() => void ask()}>
      Reset second factor
    </Button>
  );
  return (
    <Section title="Second factor" actions={actions}>
      <Loaded result={result} what="second factor of this user" skeleton={<Skeleton h={48} />}>
        {(factors) =>
          count > 0 ? (
            <>
              <FactorList factors={factors} />
              <Text size="sm" c="dimmed">
                {counted(factors.recoveryCodesLeft, 'recovery code', 'recovery codes')} left
              </Text>
            </>
          ) : (
            <Text c="dimmed">
              {isRequired
                ? `None yet: ${name} adds one at the next sign-in.`
                : `None: ${name} signs in with a password.`}
            </Text>
          )
        }
      </Loaded>
    </Section>
  );
}
