/** Assignment of a record as a panel of its page. */
import { Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import type { Draft } from '#contract/kernel/draft.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { pageOf } from '#kit/record/record-pages.ts';
import { AssignmentPicker } from './assignment-picker.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import type { Opened } from '#kit/record/opened.ts';
import type { Versioned } from '#kit/record/use-record-form.ts';

interface Shown extends Omit<ComponentProps<typeof AssignmentPicker>, 'link' | 'ownerId' | 'rowLink'> {
  actions?: ReactNode;
  below?: ReactNode;
}

/** Links rows to the pages of their items, for roles that may open them. */
function rowLinkOf({ record }: InvertedAssignment): ((item: Item) => string) | undefined {
  if (pageOf(record, '') === undefined) return undefined;
  return record === 'course'
    ? ({ id, type = 0 }) => `/course/${courseTypeOf(type)}/${id}`
    : ({ id }) => pageOf(record, id) ?? '';
}

/**
 * Creates the panel: `panels={[assigned(assignments.userCourses, (user) => ({ count: user.courses.totalItems }))]}`. No
 * panel is rendered if `of` returns false.
 */
export const assigned = <R extends Versioned, S extends Draft>(
  link: InvertedAssignment,
  of: (record: R, opened: Opened<R, S>) => Shown | false,
) =>
  function Assigned(opened: Opened<R, S>) {
    const { id, record } = opened;
    const shown = of(record, opened);
    if (!shown) return null;
    const { actions, below, ...picker } = shown;
    const title = link.many.replace(/^./, (first) => first.toUpperCase());
    return (
      <Section title={`${title} ${formatNumber(picker.count)}`} actions={actions}>
        {picker.closed && picker.count > 0 && (
          <Text c="dimmed" mb="xs">
            {picker.closed}
          </Text>
        )}
        <AssignmentPicker link={link} ownerId={id} rowLink={rowLinkOf(link)} {...picker} />
        {below}
      </Section>
    );
  };
