/** WhatsApp account of the brand: the state of its configuration, and its approved templates. */
import { Alert, Box, Text } from '@mantine/core';
import { useState } from 'react';
import { listWhatsAppTemplates, syncWhatsAppTemplates } from '#contract/broadcast/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { WhatsAppState } from '#admin-shared/broadcast/broadcast-fields.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { LongText } from '#kit/display/long-text.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { formatShortMinute } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import { RowsTable } from '#kit/list/rows-table.tsx';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';

type Account = Reply<typeof listWhatsAppTemplates>;
type Template = Account['templates'][number];

const columns: readonly Column<Template>[] = [
  { label: 'Template', cell: ({ name, language }) => <NameCell name={name} sub={language} />, width: 220 },
  { label: 'Text', cell: ({ body }) => <LongText>{body}</LongText>, isLong: true },
  { label: 'Category', cell: ({ category }) => category, width: 130, hiddenBelow: 840 },
  {
    label: 'Status',
    cell: ({ unusable }) =>
      unusable ? <Badge colour="red">{unusable}</Badge> : <Badge colour="green">Approved</Badge>,
    width: 220,
    card: 'badge',
  },
];

/** Polling interval until the templates arrive. */
const everyMs = 2_000;

function Templates({ setUp, syncedAt, templates }: Account) {
  if (templates.length === 0)
    return (
      <EmptyState title="No templates yet">
        {setUp
          ? 'They appear here once WhatsApp is set up.'
          : 'Write them in WhatsApp Manager; press Synchronise once WhatsApp has approved them.'}
      </EmptyState>
    );
  return (
    <>
      <RowsTable
        label="Templates"
        columns={columns}
        rows={templates}
        expected={templates.length}
        rowKey={({ templateId }) => templateId}
      />
      {syncedAt && (
        <Text size="sm" c="dimmed" mt="xs">
          Fetched {formatShortMinute(syncedAt)}. Templates are written in WhatsApp Manager.
        </Text>
      )}
    </>
  );
}

export function WhatsAppPage() {
  /** Moment of the last fetch when another one was asked for. */
  const [before, setBefore] = useState<string | null>();
  const isWaiting = (data: Account | undefined) => before !== undefined && data?.syncedAt === before;
  const result = useCall(listWhatsAppTemplates, {}, { everyMs: (data) => isWaiting(data) && everyMs });
  const syncing = useAction(syncWhatsAppTemplates);
  return (
    <Loaded result={result} what="WhatsApp account" isPage>
      {(account) => {
        const sync = async () => {
          if ((await syncing.run({})).ok) setBefore(account.syncedAt);
        };
        return (
          <DetailPage
            title="WhatsApp"
            actions={{
              primary: {
                label: 'Synchronise',
                run: sync,
                isBusy: syncing.loading || isWaiting(account),
                why: account.setUp && 'WhatsApp is not set up',
              },
            }}
          >
            <Box mb="md">
              <WhatsAppState />
              {!account.setUp && !account.isSimulated && <Alert color="green">WhatsApp is set up.</Alert>}
            </Box>
            <Section title="Templates">
              <Templates {...account} />
            </Section>
          </DetailPage>
        );
      }}
    </Loaded>
  );
}
WhatsAppPage.reads = listWhatsAppTemplates;
