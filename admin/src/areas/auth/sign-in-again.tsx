/** The session ended while somebody worked: they sign in over the page, which stays as it was (looks.md, Session end). */
import { Button, Text } from '@mantine/core';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { SignInFields, useSignIn } from './sign-in-fields.tsx';

/** `leave`: to the sign-in page, with nothing of this one. */
export function SignInAgain({ email, leave }: { email: string; leave: () => void }) {
  const { form, fields } = useSignIn(() => undefined, email);
  return (
    <Dialog
      onClose={leave}
      title="Sign in again"
      size={440}
      // Over every other dialog, and below toasts, which say what is wrong.
      zIndex={320}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="md">Your session ended. Sign in and go on: the page stays as it is, with all that you typed.</Text>
      <form {...form}>
        <SignInFields fields={fields} isKnown>
          <Button variant="default" fullWidth onClick={leave}>
            Leave this page
          </Button>
          {fields.email !== email && (
            <Text size="xs" c="dimmed" role="status">
              Somebody else begins anew: what was typed here stays with {email}.
            </Text>
          )}
        </SignInFields>
      </form>
    </Dialog>
  );
}
