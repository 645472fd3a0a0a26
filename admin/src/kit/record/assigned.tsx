/** A link of a record as a panel of its page. */
import type { ComponentProps, ReactNode } from 'react';
import type { SeenByItems } from '#contract/assignment-row.ts';
import { formatNumber } from '../format/formats.ts';
import { AssignmentPicker } from './assignment-picker.tsx';
import { Section } from './detail-page.tsx';

interface Shown extends Omit<ComponentProps<typeof AssignmentPicker>, 'link' | 'ownerId'> {
  actions?: ReactNode;
}

/**
 * `panels={[assigned(assignments.userCourses, (user) => ({ count: user.courses.totalItems }))]}`; what answers false is
 * not shown.
 */
export const assigned = <R,>(link: SeenByItems, of: (record: R) => Shown | false) =>
  function Assigned({ id, record }: { id: string; record: R }) {
    const shown = of(record);
    if (!shown) return null;
    const { actions, ...picker } = shown;
    const title = link.many.replace(/^./, (first) => first.toUpperCase());
    return (
      <Section title={`${title} ${formatNumber(picker.count)}`} actions={actions}>
        <AssignmentPicker link={link} ownerId={id} {...picker} />
      </Section>
    );
  };
