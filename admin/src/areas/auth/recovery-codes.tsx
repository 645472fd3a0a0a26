/** Recovery codes, shown once after they were made. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { download } from '#kit/format/download.ts';
import { brand } from '#kit/api/tenant.ts';
import classes from './second-factor.module.css';

export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const text = codes.join('\n');
  const save = () => download(new File([`${brand}\n\n${text}\n`], 'recovery-codes.txt', { type: 'text/plain' }));
  return (
    <Stack gap="md">
      <Alert variant="default" title="Keep these recovery codes">
        Each signs you in once, without your phone or key. They are not shown again.
      </Alert>
      <ul className={classes['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" onClick={save}>
          Download
        </Button>
        <Text component="span" size="sm">
          <CopyButton text={text} what="recovery codes" shown="Copy all" className={classes['copy']} />
        </Text>
        <Button ml="auto" autoFocus data-autofocus onClick={done}>
          I have kept them
        </Button>
      </Group>
    </Stack>
  );
}
