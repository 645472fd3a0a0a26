/** Sign-in dialog over the current page after the session ended; the page keeps its state (looks.md, Session end). */
import { Button, Text } from '@mantine/core';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { SignInForm, useSignIn } from './sign-in-fields.tsx';

/** @param leave opens the sign-in page and drops the state of this one */
export function SignInAgain({ email, leave }: { email: string; leave: () => void }) {
  const state = useSignIn(() => undefined, email);
  return (
    <Dialog
      onClose={leave}
      title="Sign in again"
      size={440}
      // Above every other dialog and below toasts, which show the error.
      zIndex={320}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="md">Your session ended. Sign in and go on: the page stays as it is, with all that you typed.</Text>
      <SignInForm state={state} isKnown>
        <Button variant="default" fullWidth onClick={leave}>
          Leave this page
        </Button>
        {state.fields.email !== email && (
          <Text size="xs" c="dimmed" role="status">
            Another user starts without your changes; they stay with {email}.
          </Text>
        )}
      </SignInForm>
    </Dialog>
  );
}
