/** Secret of a webhook, shown once after it was created. */
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { Dialog } from '#kit/feedback/dialog.tsx';

interface Props {
  secret: string;
  /** Further sentence, such as how long the former secret works. */
  note?: string;
  close: () => void;
}

export const SecretDialog = ({ secret, note, close }: Props) => (
  <Dialog onClose={close} title="Signing secret" size="lg">
    <Stack gap="md">
      <Alert variant="default" title="Keep this secret now">
        Your receiver verifies every request by it. It is not shown again. {note}
      </Alert>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Group gap="xs">
        <Text component="span" size="sm">
          <CopyButton text={secret} what="secret" shown="Copy" />
        </Text>
        <Button ml="auto" autoFocus data-autofocus onClick={close}>
          I have kept it
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
