/** The user's own second factors, opened from the user menu: an app, passkeys and recovery codes. */
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  addOwnFactor,
  beginOwnFactor,
  getOwnFactors,
  makeRecoveryCodes,
  removeOwnFactor,
  type Factors,
} from '#contract/auth/second-factor.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { counted } from '#kit/format/formats.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { FactorList } from '#admin-shared/auth/factor-list.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export const OwnFactorsDialog = ({ close }: { close: () => void }) => (
  <Dialog onClose={close} title="Second factor" size={560}>
    <OwnFactors />
  </Dialog>
);

type Begun = Reply<typeof beginOwnFactor>;

function OwnFactors() {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const result = useCall(getOwnFactors, {});
  const add = useAction(addOwnFactor);
  const close = () => {
    setBegun(undefined);
    setCodes(undefined);
  };
  if (codes) return <RecoveryCodes codes={codes} done={close} />;
  if (begun)
    return (
      <ProofForm
        step={{ hasApp: false, ...begun }}
        send={async (proof) => {
          const outcome = await add.run({ body: { challenge: begun.challenge, ...proof } }, { showsErrors: true });
          if (!outcome.ok) throw outcome.error;
          return outcome.reply.recoveryCodes;
        }}
        done={close}
        back={close}
      />
    );
  return (
    <Loaded result={result} what="second factors" skeleton={<Skeleton h={120} />}>
      {(factors) => <Present factors={factors} begin={setBegun} show={setCodes} />}
    </Loaded>
  );
}

interface Props {
  factors: Factors;
  begin: (begun: Begun) => void;
  show: (codes: readonly string[]) => void;
}

function Present({ factors, begin, show }: Props) {
  const { app, passkeys, recoveryCodesLeft, isRequired } = factors;
  const adding = useAction(beginOwnFactor);
  const removal = useAction(removeOwnFactor);
  const renewal = useAction(makeRecoveryCodes);
  const hasFactor = app !== null || passkeys.length > 0;
  const isLast = passkeys.length + Number(app !== null) === 1;
  const remove = async (name: string, passkeyId?: string) => {
    const text = isLast
      ? 'Remove: your password alone signs you in, and the recovery codes end.'
      : 'Remove: you sign in with another one.';
    if (await confirm({ title: `Remove ${name}?`, text, action: 'Remove 1 second factor', isDestructive: true }))
      await removal.run({ query: { passkeyId } });
  };
  const start = async () => {
    const outcome = await adding.run({});
    if (outcome.ok) begin(outcome.reply);
  };
  const renew = async () => {
    const text = `New codes: the ${counted(recoveryCodesLeft, 'code', 'codes')} left of the former ones end.`;
    if (recoveryCodesLeft > 0 && !(await confirm({ title: 'Make new recovery codes?', text, action: 'Make 10 codes' })))
      return;
    const outcome = await renewal.run({});
    if (outcome.ok) show(outcome.reply.recoveryCodes);
  };
  return (
    <Stack gap="md">
      <Text c="dimmed" size="sm" tabIndex={-1} data-autofocus>
        Asked for after your password when you sign in: a code of an authenticator app, or a passkey on a phone, a key
        or this computer.
      </Text>
      {isRequired && !hasFactor && (
        <Alert color="yellow">Your role needs a second factor. Without one, the next sign-in asks you to add it.</Alert>
      )}
      <FactorList
        factors={factors}
        remove={(name, passkeyId) => void remove(name, passkeyId)}
        fixed={isRequired && isLast ? 'Your role needs it: add another one first' : undefined}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm">{hasFactor && `${counted(recoveryCodesLeft, 'recovery code', 'recovery codes')} left`}</Text>
        <Group gap="xs">
          {hasFactor && (
            <Button variant="default" loading={renewal.loading} onClick={() => void renew()}>
              New recovery codes
            </Button>
          )}
          <Button autoFocus loading={adding.loading} onClick={() => void start()}>
            Add a second factor
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
