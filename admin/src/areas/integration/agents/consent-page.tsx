/** Page on which a person lets an agent work for them, or refuses (docs/decisions/0116). */
import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerAgentRequest, readAgentRequest } from '#contract/auth/agents.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import { brand } from '#kit/api/tenant.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';

type AgentRequest = CallInput<typeof readAgentRequest>['query'];

export function ConsentPage() {
  // The server checks what the agent sent.
  const query = useSearch({ strict: false, select: (search: AgentRequest) => search });
  const result = useCall(readAgentRequest, { query });
  return (
    <DetailPage title="Connect an agent">
      <Loaded result={result} what="request of the agent">
        {(agent) => <Question {...agent} sent={query} />}
      </Loaded>
    </DetailPage>
  );
}

function Question({ name, host, sent }: { name: string; host: string; sent: AgentRequest }) {
  const [mayPropose, setMayPropose] = useState(false);
  const { data: me } = useCall(getOwnProfile, {});
  const { run, loading } = useAction(answerAgentRequest, { movesOn: true });
  const answer = async (allow: boolean) => {
    const answered = await run({ body: { ...sent, allow, mayPropose } });
    if (answered.ok) location.assign(answered.reply.redirectTo);
  };
  return (
    <Stack maw={640} gap="xl">
      <Section title={name}>
        <Group gap="xs" mb="xs">
          <Badge colour="yellow">Not verified</Badge>
          <Text>Your answer goes to {host}</Text>
        </Group>
        <Text>
          It calls itself by this name. Allow it only if you have just asked it to connect to {brand}, and know this
          address.
        </Text>
      </Section>
      <Section title="What it may do">
        <List mb="md">
          <List.Item>
            Read everything that you may read in {brand}
            {me && `, as ${me.name} (${me.role})`}
          </List.Item>
          <List.Item>Change nothing by itself</List.Item>
        </List>
        <Checkbox
          label="Propose changes"
          description="It prepares changes, which wait until a person has seen every effect, and signs or refuses."
          checked={mayPropose}
          onChange={(event) => setMayPropose(event.currentTarget.checked)}
        />
      </Section>
      <Group>
        <Button loading={loading} onClick={() => void answer(true)}>
          Allow
        </Button>
        <Button variant="default" disabled={loading} onClick={() => void answer(false)}>
          Refuse
        </Button>
      </Group>
      <Text c="dimmed" size="sm">
        You end its access in your menu, under Sessions. A new password ends it too.
      </Text>
    </Stack>
  );
}
