/** Tab with the way to the documentation, and a first call with curl. */
import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { tenant } from '#kit/api/tenant.ts';
import { CopyButton } from '#kit/display/copy-button.tsx';
import { Section } from '#kit/record/detail-page.tsx';

export function Documentation() {
  const call = [
    `curl ${location.origin}/api/admin/product`,
    `  -H 'Authorization: Bearer lk_…'`,
    `  -H 'X-Tenant: ${tenant}'`,
  ].join(' \\\n');
  return (
    <Stack gap="xl">
      <Section title="All calls">
        <Text maw={640}>
          The <Anchor href="/api/docs">documentation of the API</Anchor> names for each call the scope that a key needs,
          its fields and its answers. Programs read it as <Anchor href="/api/openapi.json">OpenAPI</Anchor>.
        </Text>
      </Section>
      <Section title="A first call">
        <Text mb="sm" maw={640}>
          This reads the products. The key needs the scope “Read the catalogue”.
        </Text>
        <Code block tabIndex={0} aria-label="Example">
          {call}
        </Code>
        <Group mt="xs">
          <CopyButton text={call} what="example" shown="Copy" />
        </Group>
      </Section>
      <Section title="Limits">
        <Text maw={640}>
          A key makes 600 calls a minute; the headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset tell what
          is left. Beyond it the answer is 429 with Retry-After. With an Idempotency-Key, a repeated call that creates
          something creates it once.
        </Text>
      </Section>
    </Stack>
  );
}
