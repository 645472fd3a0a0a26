/** Dialog with a secret, which closes only by its button: nothing shows the secret again. */
import { Alert, Button, Code, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { Dialog } from '#kit/feedback/dialog.tsx';

interface Props {
  title: string;
  /** Noun in sentences: "key". */
  what: string;
  /** Name of the secret for screen readers. */
  label: string;
  secret: string;
  /** Sentences about its use. */
  children: ReactNode;
  close: () => void;
}

export const SecretDialog = ({ title, what, label, secret, children, close }: Props) => (
  <Dialog
    onClose={close}
    title={title}
    size="lg"
    closeOnEscape={false}
    closeOnClickOutside={false}
    withCloseButton={false}
  >
    <Stack gap="md">
      <Alert variant="default" title={`Copy this ${what} now`}>
        It is not shown again. {children}
      </Alert>
      <Code block aria-label={label} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Group justify="space-between">
        <CopyButton text={secret} what={what} shown="Copy" />
        <Button onClick={close}>I have copied it</Button>
      </Group>
    </Stack>
  </Dialog>
);
