/** What the course teaches, in its order; read-only. */
import { Text } from '@mantine/core';
import { Section } from '#kit/record/detail-page.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import type { Course, OpenCourse } from './course-words.tsx';
import { durationInWords } from './duration.ts';
import classes from './curriculum.module.css';

/** Its tab. */
export const curriculum = { label: 'Curriculum', path: 'curriculum' };

export function Curriculum({ record: { sections } }: OpenCourse) {
  return (
    <div className={classes['curriculum']}>
      <Section title={`Curriculum ${formatNumber(sections.length)}`}>
        {sections.length === 0 && (
          <Text c="dimmed">No sections yet. A course is published with one section and one lesson at least.</Text>
        )}
        {sections.map((section) => (
          <SectionLines key={section.sectionId} section={section} />
        ))}
      </Section>
    </div>
  );
}

function SectionLines({ section: { name, items } }: { section: Course['sections'][number] }) {
  const minutes = items.reduce((sum, { duration }) => sum + duration, 0);
  return (
    <details className={classes['section']}>
      <summary>
        <span>{name}</span>
        <span>{items.length === 1 ? '1 item' : `${formatNumber(items.length)} items`}</span>
        <span>{durationInWords(minutes)}</span>
      </summary>
      {items.length === 0 && <p>Nothing in here yet.</p>}
      <ol>
        {items.map((item) => (
          <li key={item.id}>
            <span>{item.name}</span>
            <span>{typeName(item.type)}</span>
            <span>{durationInWords(item.duration)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** `LIVE_CLASS` → "Live class". */
const typeName = (type: string) => type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ');
