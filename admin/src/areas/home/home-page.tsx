/** Start page: work that waits for the user, records opened recently, and actions to begin. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import { getHome } from '#contract/home/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { listNext } from '#contract/order-tracking/next.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { formatLongDay, listed } from '#kit/format/formats.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { type Section, sectionsOf } from './sections.ts';
import { Waiting, WaitingBones } from './waiting.tsx';
import classes from './home-page.module.css';

/** Link with a secondary text. */
export interface Shortcut {
  to: string;
  search?: Record<string, string>;
  name: string;
  hint?: string;
}

interface Props {
  /** Whether the role can open any page. */
  mayWork: boolean;
  /** Actions of the role; the most frequent first. */
  actions: readonly Shortcut[];
  recents: readonly Shortcut[];
}

const maxButtons = 3;
const today = () => formatLongDay(new Date().toISOString());

function Shortcuts({ title, links }: { title: string; links: readonly Shortcut[] }) {
  const id = useId();
  if (links.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(({ to, search, name, hint }) => (
          <li key={`${to} ${name}`}>
            <Link to={to} {...(search && { search })}>
              <span title={name}>{name}</span>
              {hint && <span>{hint}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Nothing = ({ actions }: Pick<Props, 'actions'>) => (
  <div className={classes['nothing']}>
    <EmptyState
      title="Nothing to do"
      action={actions.slice(0, maxButtons).map(({ to, search, name }) => (
        <Button
          key={name}
          variant="default"
          renderRoot={(props) => <Link {...props} to={to} {...(search && { search })} />}
        >
          {name}
        </Button>
      ))}
    >
      Your tasks appear here.
    </EmptyState>
  </div>
);

function Blocks({ sections, actions }: { sections: readonly Section[] } & Pick<Props, 'actions'>) {
  const waiting = sections.filter(({ rows }) => rows.length > 0);
  const empty = sections.filter(({ rows }) => rows.length === 0);
  if (waiting.length === 0) return <Nothing actions={actions} />;
  return (
    <>
      <div className={classes['blocks']}>
        {waiting.map((section) => (
          <Waiting key={section.title} {...section} />
        ))}
      </div>
      {empty.length > 0 && (
        <p className={classes['rest']}>Nothing to do under {listed(empty.map(({ title }) => `“${title}”`))}.</p>
      )}
    </>
  );
}

/** Both are shown at once, so that nothing moves; a failed queue leaves the rest usable. */
function useWork() {
  const home = useCall(getHome, {});
  const next = useCall(listNext, {}, { enabled: mayCall(listNext, role() ?? '') });
  const isWaiting = mayCall(listNext, role() ?? '') && !next.data && !next.error;
  return { home, next, sections: home.data && !isWaiting ? sectionsOf(home.data, next.data) : undefined };
}

function Work({ actions, recents }: Pick<Props, 'actions' | 'recents'>) {
  const { home, next, sections } = useWork();
  const isIdle = sections?.every(({ rows }) => rows.length === 0) === true;
  return (
    <>
      <div>
        {next.error && !next.data && <ErrorState error={next.error} refetch={next.refetch} what="queue" />}
        <Loaded result={home} what="task list" skeleton={<WaitingBones />}>
          {() => (sections ? <Blocks sections={sections} actions={actions} /> : <WaitingBones />)}
        </Loaded>
      </div>
      <div className={classes['aside']}>
        <Shortcuts title="Opened last" links={recents} />
        {!isIdle && <Shortcuts title="Begin" links={actions} />}
      </div>
    </>
  );
}

export function HomePage({ mayWork, ...shortcuts }: Props) {
  const { data: user } = useCall(getOwnProfile, {});
  return (
    <div className={classes['home']}>
      <header className={classes['head']}>
        <h1>{user ? `Hello, ${user.name}` : 'Hello'}</h1>
        <p>{today()}</p>
      </header>
      {mayWork ? (
        <Work {...shortcuts} />
      ) : (
        <EmptyState title="Your role opens no page yet">
          Ask a superadmin for the role that your work needs. This page then shows your tasks.
        </EmptyState>
      )}
    </div>
  );
}
