/** One day of a walk through a course: its classes, what opens, and why the rest is locked. */
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Openness } from '#contract/course/lesson-access.ts';
import type { WalkedDay as Walked } from '#contract/course/walk.ts';
import { formatHour, formatNumber } from '#kit/format/formats.ts';
import type { Course } from './course-words.tsx';
import classes from '#admin-shared/course/outline.module.css';

type Sections = Course['sections'];
type Item = Sections[number]['items'][number];

interface Props {
  sections: Sections;
  outline: readonly Openness<Item>[];
  walked: Walked<Item>;
  /** Items that the member has done. */
  done: ReadonlySet<string>;
  /** Marks what opens on the day. */
  isNew: boolean;
}

export function WalkedDay({ sections, outline, walked: { opened, classes: held }, done, isNew }: Props) {
  const byId = new Map(outline.map((one) => [one.item.id, one]));
  const open = outline.filter(({ isOpen }) => isOpen).length;
  const stateOf = ({ id }: Item) => {
    const { isOpen = false, reason = '' } = byId.get(id) ?? {};
    const opensNow = isNew && opened.has(id);
    return { isOpen, opensNow, text: [done.has(id) && 'Done', opensNow ? 'Opens today' : isOpen ? 'Open' : reason] };
  };
  return (
    <>
      <Text size="sm" my="sm" role="status">
        {isNew && `Opens today: ${formatNumber(opened.size)}. `}
        Open: {formatNumber(open)}. Locked: {formatNumber(outline.length - open)}.
      </Text>
      {held.length > 0 && (
        <ul className={classes['lines']} aria-label="Classes of the day">
          {held.map(({ id, kind, name, startAt }) => (
            <li key={id}>
              {kind === 'lesson' ? <Link to={`/lesson/${id}`}>{name}</Link> : <span>{name}</span>}
              <span>Class at {formatHour(startAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {sections.map(({ sectionId, name, items }) => (
        <section key={sectionId} aria-labelledby={`outline-${sectionId}`}>
          <Title order={3} size="sm" mt="md" id={`outline-${sectionId}`}>
            {name}
          </Title>
          {items.length === 0 && (
            <Text c="dimmed" size="sm">
              It is empty.
            </Text>
          )}
          <ol className={classes['lines']} aria-label={`Outline of ${name}`}>
            {items.map((item) => {
              const { isOpen, opensNow, text } = stateOf(item);
              return (
                <li
                  key={item.id}
                  data-locked={!isOpen || undefined}
                  data-done={done.has(item.id) || undefined}
                  data-new={opensNow || undefined}
                >
                  <Link to={`/${item.kind === 'lesson' ? 'lesson' : 'quiz'}/${item.id}`}>{item.name}</Link>
                  <span>{text.filter(Boolean).join(' · ')}</span>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </>
  );
}
