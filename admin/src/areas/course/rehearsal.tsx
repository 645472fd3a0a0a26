/** Course as a member sees it: problems to fix, and what is open on a day. */
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Finding, rehearse } from '#contract/course/rehearsal.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { type OpenCourse, curriculum } from './course-words.tsx';
import { Outline } from './rehearsal-outline.tsx';
import classes from '#admin-shared/course/outline.module.css';

export const rehearsal = { label: 'As a member', path: 'rehearsal' };

export function Rehearsal({ id, record: { sections }, base }: OpenCourse) {
  const findings = rehearse(sections);
  return (
    <>
      <Section title={findings.length === 0 ? 'Nothing to fix' : `To fix ${formatNumber(findings.length)}`}>
        {findings.length === 0 ? (
          <Text c="dimmed">A member who walks through it finds everything there.</Text>
        ) : (
          <Findings findings={findings} base={base} />
        )}
      </Section>
      <Outline courseId={id} sections={sections} />
    </>
  );
}

export function Findings({ findings, base }: { findings: readonly Finding[]; base: string }) {
  return (
    <ul className={classes['lines']} aria-label="To mend">
      {findings.map(({ kind, id, name, problem }) => (
        <li key={`${id} ${problem}`}>
          <Link to={`${base}/${curriculum.path}`} search={{ item: `${kind}:${id}` }}>
            {name}
          </Link>
          <span>{problem}</span>
        </li>
      ))}
    </ul>
  );
}
