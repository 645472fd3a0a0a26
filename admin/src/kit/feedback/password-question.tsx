/** Step-up question over the current page: the waiting call continues or fails with the answer. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { beginPasskeyConfirmation, confirmPasskey, confirmPassword } from '#contract/kernel/auth.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { asApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { hasPasskeys, signWithPasskey } from '../api/passkeys.ts';
import { acceptPassword, passwordQuestion, refusePassword } from '../api/step-up.ts';
import { eyeButton, useCapsLock } from '../form/password-field.tsx';
import { Dialog } from './dialog.tsx';

/** Renders the dialog; mounted once by the shell. */
export function PasswordQuestion() {
  return passwordQuestion.usePending() ? <PasswordDialog /> : null;
}

/** Challenge for a passkey of the user; undefined while it loads, without a passkey, and after a failure. */
function usePasskeyChallenge() {
  const [begun, setBegun] = useState<Reply<typeof beginPasskeyConfirmation>>();
  useEffect(() => {
    if (hasPasskeys()) call(beginPasskeyConfirmation, {}).then(setBegun, () => undefined);
  }, []);
  return begun?.passkey ? { challenge: begun.challenge, options: begun.passkey } : undefined;
}

function PasswordDialog() {
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState('');
  const [isSending, setSending] = useState(false);
  const { isOn: hasCapsLock, ...keys } = useCapsLock();
  const field = useRef<HTMLInputElement>(null);
  const passkey = usePasskeyChallenge();

  const confirm = async (prove: () => Promise<unknown>) => {
    setSending(true);
    setWrong('');
    try {
      await prove();
      acceptPassword();
    } catch (error) {
      setSending(false);
      setWrong(asApiError(error).message);
      field.current?.select();
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog may be inside another form of the React tree; keep the submit event from reaching it.
    event.stopPropagation();
    if (isSending) return;
    if (password === '') return setWrong('Write your password');
    await confirm(() => call(confirmPassword, { body: { password } }));
  };
  const byPasskey = (begun: { challenge: string; options: Record<string, unknown> }) =>
    confirm(async () => {
      const passkey = await signWithPasskey(begun.options);
      await call(confirmPasskey, { body: { challenge: begun.challenge, passkey } });
    });
  return (
    <Dialog onClose={refusePassword} title="Confirm your password" size={440} zIndex={300}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text>This changes who gets in, or takes data away. For ten minutes you are not asked again.</Text>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            ref={field}
            value={password}
            readOnly={isSending}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setWrong('');
            }}
            error={wrong}
            description={hasCapsLock ? 'Caps Lock is on' : undefined}
            {...keys}
            {...eyeButton}
          />
          <Group justify="flex-end" gap="xs">
            {passkey && (
              <Button variant="default" mr="auto" aria-disabled={isSending} onClick={() => void byPasskey(passkey)}>
                Use your passkey
              </Button>
            )}
            <Button variant="default" onClick={refusePassword}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={isSending} data-loading={isSending || undefined}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
