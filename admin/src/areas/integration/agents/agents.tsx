/** Tab that tells how an agent is connected by the Model Context Protocol, and what it may do. */
import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { Section } from '#kit/record/detail-page.tsx';

export function Agents() {
  const address = `${location.origin}/mcp`;
  const command = [
    `claude mcp add --transport http lectern ${address}`,
    `  --header 'Authorization: Bearer lk_…'`,
  ].join(' \\\n');
  return (
    <Stack gap="xl">
      <Section title="Address">
        <Text mb="sm" maw={640}>
          Assistants such as Claude and Cursor work here by the Model Context Protocol (streamable HTTP), at this
          address.
        </Text>
        <Group gap="xs">
          <Code>{address}</Code>
          <CopyButton text={address} what="address" shown="Copy" />
        </Group>
      </Section>
      <Section title="Connect an agent">
        <Text mb="sm" maw={640}>
          Give each agent an <Anchor renderRoot={(props) => <Link {...props} to="/integration" />}>API key</Anchor> of
          its own, with the scopes that it needs. The key names the brand, and the list of keys shows when it was last
          used.
        </Text>
        <Code block tabIndex={0} aria-label="Example">
          {command}
        </Code>
        <Group mt="xs">
          <CopyButton text={command} what="example" shown="Copy" />
        </Group>
      </Section>
      <Section title="What it may do">
        <Text maw={640}>
          An agent reads what its scopes open, and changes nothing. With the scope “Propose changes” it prepares bulk
          changes: they wait under{' '}
          <Anchor renderRoot={(props) => <Link {...props} to="/batch/proposals" />}>Proposals</Anchor> until a person
          has seen every effect, and signs or refuses.
        </Text>
      </Section>
    </Stack>
  );
}
