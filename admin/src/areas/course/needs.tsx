/**
 * Requirements for publishing that a draft does not meet, including unsaved changes, and on the overview the findings of
 * the rehearsal; each links to the place to fix it.
 */
import { Alert, Anchor, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { type Missing, missingForPublishing } from '#contract/course/rules.ts';
import { type Finding, rehearse } from '#contract/course/rehearsal.ts';
import { useBrokenPicture } from '#kit/form/use-loaded-picture.ts';
import { counted } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { type OpenCourse, curriculum } from './course-words.tsx';
import outline from '#admin-shared/course/outline.module.css';
import classes from './needs.module.css';

const needsId = 'course-needs';

/** Scrolls to the missing requirements; used by the publish button while it is blocked. */
export function showNeeds(): void {
  const needs = document.getElementById(needsId);
  needs?.focus({ preventScroll: true });
  needs?.scrollIntoView({ block: 'center' });
}

/** Requirements that the edited course does not meet; `look` also checks whether the picture loads. */
export function useMissing({ record, form }: OpenCourse) {
  const { values } = form.fields;
  const { isBroken, check } = useBrokenPicture(record.isPublished ? null : values.thumbnail);
  const missing = (isThumbnailBroken: boolean) => missingForPublishing({ ...record, ...values, isThumbnailBroken });
  return { missing: missing(isBroken), look: async () => missing(await check()) };
}

/** Findings shown here; the curriculum lists all. */
const max = 5;

/** Requirements of a draft; nothing once it meets them or is published. */
export function DraftLacks(opened: OpenCourse) {
  const { missing } = useMissing(opened);
  return !opened.record.isPublished && missing.length > 0 && <Lacks {...opened} missing={missing} />;
}

/**
 * Notice above a draft: requirements and findings on the overview, only requirements on other tabs. The curriculum shows
 * both beside its tree, which keeps its place.
 */
export function Needs(opened: OpenCourse) {
  const { record, base } = opened;
  const { tab } = useParams({ strict: false });
  const { missing } = useMissing(opened);
  if (record.isPublished || tab === curriculum.path) return null;
  if (tab) return <DraftLacks {...opened} />;
  const findings = rehearse(record.sections);
  return (
    <Section title="Before publishing">
      <DraftLacks {...opened} />
      {missing.length === 0 && (
        <Text size="sm">{findings.length === 0 ? 'Ready to be published.' : 'Nothing prevents publishing.'}</Text>
      )}
      {findings.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            A member would stumble over {counted(findings.length, 'thing', 'things')}:
          </Text>
          <Findings findings={findings.slice(0, max)} base={base} />
          {findings.length > max && (
            <Link to={`${base}/${curriculum.path}`} className={classes['all']}>
              See all {counted(findings.length, 'thing', 'things')} to fix
            </Link>
          )}
        </>
      )}
    </Section>
  );
}

/** Findings with links to their items in the curriculum. */
export function Findings({ findings, base }: { findings: readonly Finding[]; base: string }) {
  return (
    <ul className={outline['lines']} aria-label="To fix">
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

function Lacks({ base, form, missing }: OpenCourse & { missing: readonly Missing[] }) {
  const show = (event: MouseEvent, path: string) => {
    // Let the browser handle modified clicks.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    form.place.show(path);
  };
  return (
    <Alert id={needsId} tabIndex={-1} variant="default" mb="lg" role="status" className={classes['needs'] ?? ''}>
      Not published yet. To be published this course needs{' '}
      <ul className={classes['list']} aria-label="Needed to publish">
        {missing.map(({ path, label }) => (
          <li key={path}>
            {path === 'sections' || path === 'lessons' ? (
              <Anchor component={Link} inherit to={`${base}/${curriculum.path}`}>
                {label}
              </Anchor>
            ) : (
              <Anchor component={Link} inherit to={base} onClick={(event) => show(event, path)}>
                {label}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
