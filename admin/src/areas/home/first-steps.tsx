/** Five steps of a new brand to its first sale, each with its state; those of other roles say whose they are. */
import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { createCourse, updateCourse } from '#contract/course/endpoints.ts';
import type { getToday } from '#contract/home/endpoints.ts';
import { type Endpoint, type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { role } from '#kit/api/session.ts';
import { PageLink } from '#kit/display/page-link.tsx';
import classes from './today.module.css';

type State = NonNullable<Reply<typeof getToday>['steps']>;

interface Step {
  name: keyof Omit<State, 'newest'>;
  label: string;
  text: string;
  call: Pick<Endpoint, 'roles'>;
  to: (course: string | undefined) => string | undefined;
}

const steps: readonly Step[] = [
  {
    name: 'course',
    label: 'Create a course',
    text: 'Flexy for learning at any time, fast-track for a cohort with dates.',
    call: createCourse,
    to: () => '/course/flexy?new=1',
  },
  {
    name: 'lesson',
    label: 'Add a lesson',
    text: 'A section with a video, an article, a file or a live class.',
    call: updateCourse,
    to: (course) => course && `${course}/curriculum`,
  },
  {
    name: 'price',
    label: 'Set the price',
    text: 'What members pay for the course.',
    call: updateCourse,
    to: (course) => course,
  },
  {
    name: 'published',
    label: 'Publish it',
    text: 'Members see the course and can buy it.',
    call: updateCourse,
    to: (course) => course,
  },
  {
    name: 'order',
    label: 'Make the first order',
    text: 'For a member who pays, or wait for one from your site.',
    call: makeOrder,
    to: () => '/order/new',
  },
];

export function FirstSteps({ state }: { state: State }) {
  const { newest } = state;
  const course = newest ? `/course/${newest.type}/${newest.id}` : undefined;
  const next = steps.find(({ name }) => !state[name]);
  return (
    <section className={classes['steps']} aria-labelledby="first-steps">
      <h2 id="first-steps">To the first sale</h2>
      <ol>
        {steps.map(({ name, label, text, call, to }) => {
          const isDone = state[name];
          const path = to(course);
          const isOwn = mayCall(call, role() ?? '');
          return (
            <li key={name} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheckFilled size={20} aria-hidden />
              ) : (
                <IconCircle size={20} stroke={1.6} aria-hidden />
              )}
              <span>
                <b>{label}</b>
                <small>
                  {isDone ? 'Done' : text}
                  {!isDone && !isOwn && ' An admin does this.'}
                </small>
              </span>
              {!isDone && isOwn && path && (
                <Button component={PageLink} to={path} size="xs" variant={name === next?.name ? 'filled' : 'default'}>
                  {label}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
