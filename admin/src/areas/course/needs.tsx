/** What a draft still lacks for publishing, counting what is typed; each is a link to where it is given. */
import { Alert, Anchor } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { type Missing, missingForPublishing } from '#contract/course-rules.ts';
import { useBrokenPicture } from '#kit/form/use-loaded-picture.ts';
import type { OpenCourse } from './course-words.tsx';
import { curriculum } from './curriculum.tsx';
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
  const { isBroken, look } = useBrokenPicture(record.isPublished ? null : values.thumbnail);
  const missing = (isThumbnailBroken: boolean) => missingForPublishing({ ...record, ...values, isThumbnailBroken });
  return { missing: missing(isBroken), look: async () => missing(await look()) };
}

export function Needs(opened: OpenCourse) {
  const { base, form } = opened;
  const navigate = useNavigate();
  const { missing } = useMissing(opened);
  if (opened.record.isPublished || missing.length === 0) return null;
  const go = (path: Missing['path']) => {
    if (path === 'sections' || path === 'lessons') void navigate({ to: `${base}/${curriculum.path}` });
    else form.place.show(path);
  };
  return (
    <Alert id={needsId} tabIndex={-1} variant="default" mb="lg" role="status" className={classes['needs'] ?? ''}>
      Not published yet. To be published this course needs{' '}
      {missing.map(({ path, label }, index) => (
        <Fragment key={path}>
          {index > 0 && (index === missing.length - 1 ? ' and ' : ', ')}
          <Anchor component="button" type="button" inherit onClick={() => go(path)}>
            {label}
          </Anchor>
        </Fragment>
      ))}
      .
    </Alert>
  );
}
