/** User in the peek panel: facts and courses. */
import { formatDay, formatNumber } from '#kit/format/formats.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { peekedFacts } from './user-facts.tsx';
import type { Profile } from './user.ts';
import classes from './user-beside.module.css';

export const UserBeside = ({ record }: { record: Profile }) => {
  const { totalItems, course } = record.courses;
  return (
    <>
      <Facts title="Facts" facts={peekedFacts(record)} />
      {totalItems > 0 && (
        <Section title={`Courses ${formatNumber(totalItems)}`}>
          <ul className={classes['courses']}>
            {course.map(({ id, name, thumbnail, assignedAt }) => (
              <li key={id}>
                <NameCell name={name} thumbnail={thumbnail} sub={`Since ${formatDay(assignedAt)}`} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
};
