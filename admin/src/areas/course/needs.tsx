import { Alert, Anchor } from '@mantine/core';
import { Fragment } from 'react';
import type { Missing } from '#contract/course-rules.ts';
import { curriculumId } from './curriculum.tsx';
import classes from './needs.module.css';
import type { CourseForm } from './use-course-form.ts';

const needsId = 'course-needs';

/** Where the publish button leads while something is missing. */
export function showNeeds(): void {
  const needs = document.getElementById(needsId);
  needs?.focus({ preventScroll: true });
  needs?.scrollIntoView({ block: 'center' });
}

/** Names what is missing; each is a link to where it is given. It follows the typing. */
export function Needs({ missing, form }: { missing: readonly Missing[]; form: CourseForm }) {
  const go = (path: Missing['path']) => {
    const at =
      path === 'sections' || path === 'lessons'
        ? document.getElementById(curriculumId)
        : form.fields.getInputNode(path);
    at?.focus({ preventScroll: true });
    at?.scrollIntoView({ block: 'center' });
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
