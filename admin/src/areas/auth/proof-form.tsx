/** Proves or adds a second factor: by a code, with the QR code of an app that is added, or by a passkey. */
import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Credential } from '#contract/kernel/credential.ts';
import type { SecondStep } from '#contract/kernel/second-step.ts';
import { asApiError } from '#kit/api/api-error.ts';
import { Copyable } from '#kit/display/copyable.tsx';
import { createPasskey, hasPasskeys, signWithPasskey } from '#kit/api/passkeys.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export type Proof = { code: string } | { passkey: Credential; name?: string };

interface Props {
  step: Omit<SecondStep, 'challenge'>;
  /** Sends the proof; returns recovery codes if it made some. Throws ApiError. */
  send: (proof: Proof) => Promise<readonly string[] | undefined>;
  /** Runs after the proof was accepted, and the recovery codes were read. */
  done: () => unknown;
  back: () => void;
}

function useProof({ step, send, done }: Props) {
  const [wrong, setWrong] = useState<{ code?: string; name?: string }>({});
  const [isSending, setSending] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const field = useRef<HTMLInputElement>(null);
  /** @param at field that shows a failure; absent if the person did not ask */
  const run = async (proofOf: () => Promise<Proof>, at?: 'code' | 'name') => {
    setSending(true);
    setWrong({});
    try {
      const made = await send(await proofOf());
      if (made) setCodes(made);
      else await done();
    } catch (error) {
      setSending(false);
      if (at) setWrong({ [at]: asApiError(error).message });
      if (at !== 'name') field.current?.select();
    }
  };
  const { passkey } = step;
  const byPasskey = async () => ({ passkey: await signWithPasskey(passkey ?? {}) });
  return {
    wrong,
    setWrong,
    isSending,
    codes,
    field,
    sendCode: (code: string) => run(async () => ({ code }), 'code'),
    sendPasskey: (at?: 'code') => run(byPasskey, at),
    addPasskey: (name: string) => run(async () => ({ passkey: await createPasskey(passkey ?? {}), name }), 'name'),
  };
}

const AppToAdd = ({ secret, uri }: { secret: string; uri: string }) => (
  <Stack gap="xs">
    <Text size="sm">
      Scan this with an authenticator app, such as Google Authenticator or Aegis, and give the code that it shows.
    </Text>
    <QrCode text={uri} label="QR code for an authenticator app" />
    <Text size="xs" c="dimmed" ta="center">
      Without a camera: <Copyable text={secret} what="key" isAlwaysShown />
    </Text>
  </Stack>
);

function PasskeyToAdd({ device, proof }: { device: string; proof: ReturnType<typeof useProof> }) {
  const [name, setName] = useState(device);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (proof.isSending) return;
    if (name.trim() === '') return proof.setWrong({ name: 'Write a name' });
    void proof.addPasskey(name.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Divider label="or" />
        <TextInput
          label="Name of the passkey"
          description="By which you know it among your second factors."
          maxLength={60}
          value={name}
          onChange={(event) => {
            proof.setWrong({});
            setName(event.currentTarget.value);
          }}
          error={proof.wrong.name}
        />
        <Button type="submit" variant="default" fullWidth aria-disabled={proof.isSending}>
          Add a passkey instead
        </Button>
      </Stack>
    </form>
  );
}

export function ProofForm(props: Props) {
  const { step, done, back } = props;
  const { enrolment, hasApp } = step;
  const [code, setCode] = useState('');
  const proof = useProof(props);
  const mayUsePasskey = step.passkey !== null && hasPasskeys();
  const offersAtOnce = mayUsePasskey && !enrolment;
  useEffect(() => {
    if (offersAtOnce) void proof.sendPasskey();
    // Once: closing the browser's dialog must not open it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  if (proof.codes) return <RecoveryCodes codes={proof.codes} done={() => void done()} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In a dialog, React would bubble the submit to the form of the page behind it.
    event.stopPropagation();
    if (proof.isSending) return;
    if (code.trim() === '') return proof.setWrong({ code: 'Write the code' });
    void proof.sendCode(code);
  };
  const type = (text: string) => {
    proof.setWrong({});
    setCode(text);
    if (/^\d{6}$/.test(text.trim()) && !proof.isSending) void proof.sendCode(text);
  };
  return (
    <Stack gap="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {enrolment && <AppToAdd {...enrolment} />}
          <TextInput
            label="Code"
            description={
              enrolment ? undefined : hasApp ? 'Six digits of your app, or a recovery code' : 'A recovery code'
            }
            autoComplete="one-time-code"
            inputMode={enrolment ? 'numeric' : 'text'}
            autoFocus
            data-autofocus
            ref={proof.field}
            value={code}
            onChange={(event) => type(event.currentTarget.value)}
            error={proof.wrong.code}
          />
          <Button type="submit" loading={proof.isSending} fullWidth>
            Continue
          </Button>
        </Stack>
      </form>
      {mayUsePasskey && enrolment && <PasskeyToAdd device={enrolment.device} proof={proof} />}
      {offersAtOnce && (
        <Button
          variant="default"
          fullWidth
          aria-disabled={proof.isSending}
          onClick={() => void proof.sendPasskey('code')}
        >
          Use your passkey
        </Button>
      )}
      <Group justify="center">
        <Button variant="subtle" color="gray" size="compact-sm" onClick={back}>
          Back
        </Button>
      </Group>
    </Stack>
  );
}
