/**
 * What a draft still lacks for publishing, counting what is typed, and on the overview what a member would stumble over;
 * each is a link to where it is mended.
 */
import { Alert, Anchor, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { type Missing, missingForPublishing } from '#contract/course-rules.ts';
import { rehearse } from '#contract/rehearsal.ts';
import { useBrokenPicture } from '#kit/form/use-loaded-picture.ts';
import { counted } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import type { OpenCourse } from './course-words.tsx';
import { curriculum } from './curriculum/tab.ts';
import { Findings, rehearsal } from './rehearsal.tsx';
import classes from './needs.module.css';

const needsId = 'course-needs';

/** Where the publish button leads while something is missing. */
export function showNeeds(): void {
  const needs = document.getElementById(needsId);
  needs?.focus({ preventScroll: true });
  needs?.scrollIntoView({ block: 'center' });
}

/** What is missing with what is typed; `look` answers it once it is known whether the picture loads. */
export function useMissing({ record, form }: OpenCourse) {
  const { values } = form.fields;
  const { isBroken, check } = useBrokenPicture(record.isPublished ? null : values.thumbnail);
  const missing = (isThumbnailBroken: boolean) => missingForPublishing({ ...record, ...values, isThumbnailBroken });
  return { missing: missing(isBroken), look: async () => missing(await check()) };
}

/** More are read where a course is walked through. */
const most = 5;

/** Above a draft: on the overview all that stands before publishing, on the other tabs what prevents it. */
export function Needs(opened: OpenCourse) {
  const { record, base } = opened;
  const { tab } = useParams({ strict: false });
  const { missing } = useMissing(opened);
  if (record.isPublished) return null;
  const lacks = missing.length > 0 && <Lacks {...opened} missing={missing} />;
  if (tab) return lacks;
  const found = rehearse(record.sections);
  return (
    <Section title="Before publishing">
      {lacks || <Text size="sm">{found.length === 0 ? 'Ready to be published.' : 'Nothing prevents publishing.'}</Text>}
      {found.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            A member would stumble over {counted(found.length, 'thing', 'things')}:
          </Text>
          <Findings found={found.slice(0, most)} base={base} />
          {found.length > most && (
            <Link to={`${base}/${rehearsal.path}`} className={classes['all']}>
              See all {counted(found.length, 'thing', 'things')} to fix
            </Link>
          )}
        </>
      )}
    </Section>
  );
}

function Lacks({ base, form, missing }: OpenCourse & { missing: readonly Missing[] }) {
  const show = (event: MouseEvent, path: string) => {
    // To open it elsewhere is the browser's.
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
