/** Page of one tag: name, colour, and who carries it. */
import { Link } from '@tanstack/react-router';
import { assignments } from '#contract/assignment/table.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { tags } from '#contract/tag/endpoints.ts';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import { counted } from '#kit/format/formats.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';

type Tag = Reply<typeof tags.get>;

const people = assigned(assignments.tagUsers, ({ totalUsers }: Tag) => ({
  count: totalUsers,
  loss: 'The person loses the tag.',
}));
const groups = [{ title: 'Tag', rows: [['name', 'colour']] }] as const;
const carriers = (total: number) => counted(total, 'person', 'people');

export const TagPage = () => (
  <RecordPage
    record={useRecordForm(tags)}
    list="/tag"
    deletion={({ totalUsers }) => `${carriers(totalUsers)} lose it. This cannot be undone.`}
    fields={groups}
    panels={[people]}
    facts={({ tagId, totalUsers }) => [
      [
        'Carried by',
        <Link key="people" to="/user" search={{ tagId }}>
          {carriers(totalUsers)}
        </Link>,
      ],
    ]}
  />
);
TagPage.reads = tags.get;
