/** Tab with the agents that people connected, how one is connected by the Model Context Protocol, and what it may do. */
import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { ConnectedAgents } from './connected-agents.tsx';

export function Agents() {
  const address = `${location.origin}/mcp`;
  const command = `claude mcp add --transport http lectern ${address}`;
  return (
    <Stack gap="xl">
      <ConnectedAgents />
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
          Everybody connects their own: the agent opens a page here, on which they sign in and allow it. A program that
          works for nobody gets an{' '}
          <Anchor renderRoot={(props) => <Link {...props} to="/integration" />}>API key</Anchor> in its Authorization
          header.
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
          An agent reads what its person or the scopes of its key may read, and changes nothing. If it may propose
          changes, it prepares them: they wait under{' '}
          <Anchor renderRoot={(props) => <Link {...props} to="/batch/proposals" />}>Proposals</Anchor> until a person
          has seen every effect, and signs or refuses.
        </Text>
      </Section>
    </Stack>
  );
}
