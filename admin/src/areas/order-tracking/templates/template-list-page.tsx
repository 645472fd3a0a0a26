/** List of message templates. No filters, selection or views: there are about as many as order statuses. */
import { deskTemplateDraft, deskTemplates } from '#contract/order-tracking/templates.ts';
import { UseBadge } from './use-badge.tsx';
import type { Column } from '#kit/list/column.tsx';
import { fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Template = RowOf<typeof deskTemplates.list, 'templates'>;

const column = fieldColumn(deskTemplateDraft);

const columns: readonly Column<Template>[] = [
  column('name'),
  { label: 'Status', cell: UseBadge, width: 208, card: 'badge' },
  { label: 'Message', cell: ({ body }) => body, hiddenBelow: 840 },
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 1080 }),
];

export const TemplateListPage = () => (
  <RecordListPage
    title="WhatsApp templates"
    of={deskTemplates}
    to="/order/tracking/templates"
    columns={columns}
    search={{ placeholder: 'Search templates' }}
    empty={{
      title: 'No templates yet',
      text: 'A template is the message that a chat on WhatsApp begins with. Without one the usual greeting is typed.',
    }}
  />
);
TemplateListPage.reads = deskTemplates.list;
