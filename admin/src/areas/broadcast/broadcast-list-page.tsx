/** List of broadcasts: channel, status, and what became of the messages. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { broadcastDraft, broadcastStates, broadcasts } from '#contract/broadcast/endpoints.ts';
import { contactChannels } from '#contract/course/risk.ts';
import { broadcastRows, broadcastSpecial } from '#admin-shared/broadcast/broadcast-fields.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted } from '#kit/format/formats.ts';
import { fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import type { Column, Filter } from '#kit/list/list-page.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import { type Broadcast, resultOf } from './broadcast-words.ts';
import { StateBadge } from './state-badge.tsx';

const column = fieldColumn(broadcastDraft);

const columns: readonly Column<Broadcast>[] = [
  {
    label: 'Name',
    sort: 'name',
    cell: ({ name, by, figures: { total } }) => (
      <NameCell name={name} sub={by ? `${counted(total, 'person', 'people')}, by ${by}` : 'Not sent yet'} />
    ),
  },
  { ...column('channel', { hiddenBelow: 720 }), width: 112 },
  { label: 'Status', cell: StateBadge, width: 'clamp(112px, 20cqw, 260px)', card: 'badge' },
  { label: 'Result', cell: (broadcast) => resultOf(broadcast) || '–', card: 'fact' },
  momentColumn('startedAt', 'Sent', { empty: 'Not yet', width: 112, hiddenBelow: 840 }),
];

const filters: readonly Filter[] = [
  { name: 'state', label: 'Status', options: choicesOf(broadcastStates) },
  { name: 'channel', label: 'Channel', options: choicesOf(contactChannels) },
];

export const BroadcastListPage = () => (
  <RecordListPage
    title="Broadcasts"
    of={broadcasts}
    to="/broadcast"
    columns={columns}
    filters={filters}
    search={{ placeholder: 'Search broadcasts' }}
    create={{ rows: broadcastRows, special: broadcastSpecial }}
    actions={
      <Button component={Link} to="/broadcast/whatsapp" variant="default">
        WhatsApp
      </Button>
    }
    empty={{
      title: 'No broadcasts yet',
      text: 'A broadcast is one message to many people, by mail or WhatsApp. Write one here and choose its people afterwards, or select people under Users and press Message.',
    }}
  />
);
BroadcastListPage.reads = broadcasts.list;
