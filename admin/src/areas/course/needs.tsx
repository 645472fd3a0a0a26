/** What a draft still lacks for publishing, counting what is typed; each is a link to where it is given. */
import { Alert, Anchor } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import { type Missing, missingForPublishing } from '#contract/course-rules.ts';
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

export const missingOf = ({ record, form }: OpenCourse): Missing[] =>
  missingForPublishing({ ...record, ...form.fields.values });

export function Needs(opened: OpenCourse) {
  const { base, form } = opened;
  const navigate = useNavigate();
  const missing = missingOf(opened);
  if (opened.record.isPublished || missing.length === 0) return null;
  const go = (path: Missing['path']) => {
    if (path === 'sections' || path === 'lessons') void navigate({ to: `${base}/${curriculum.path}` });
    else form.place.show(path);
  };
  return (
    <Alert
      id={needsId}
      tabIndex={-1}
      variant="default"
      mb="lg"
      maw={720}
      role="status"
      className={classes['needs'] ?? ''}
    >
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
