/** All routes of the admin app: sign-in, public pages, and the pages of each area inside the shell. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { NotFound } from '#kit/feedback/states.tsx';
import { endWithoutRole } from '#kit/api/call.ts';
import { isSignedIn } from '#kit/api/session.ts';
import { signInQuestion } from '#kit/api/sign-in-again.ts';
import { saveReturnPath } from '#kit/api/return-path.ts';
import { setRecordPages } from '#kit/record/record-pages.ts';
import { areas } from './areas.ts';
import { queryClient } from './query-client.ts';
import { rootRoutes, type Search } from './root-routes.tsx';

const { root, signIn, password } = rootRoutes();

/** Parent of all routes but sign-in and the public ones. Without a session, saves the path and redirects to sign-in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    endWithoutRole();
    if (isSignedIn() || signInQuestion.isPending()) return;
    saveReturnPath(location.href);
    throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});

const start = lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage');

setRecordPages(Object.assign({}, ...areas.map((area) => area.records)));

/** Data of a page that is being read; an object, because the router awaits a promise. */
export interface Reading {
  reading: Promise<void>;
}

interface Loading {
  cause: string;
  params: { id?: string };
  location: { pathname: string; search: Search };
}

const pageRoutes = areas.flatMap(({ pages }) =>
  Object.entries(pages).map(([path, { component, readAhead }]) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      component,
      // The page itself awaits the data and reports failures.
      loader: ({ cause, ...address }: Loading): Reading | undefined =>
        cause === 'stay' ? undefined : { reading: readAhead(queryClient, address).catch(() => undefined) },
    }),
  ),
);

/** Routes without sign-in, outside the shell. */
const publicRoutes = areas.flatMap(({ publicPages = {} }) =>
  Object.entries(publicPages).map(([path, page]) =>
    createRoute({ getParentRoute: () => root, path, component: page.component }),
  ),
);

export const routeTree = root.addChildren([
  signIn,
  ...password,
  ...publicRoutes,
  shell.addChildren([
    createRoute({ getParentRoute: () => shell, path: '$', component: () => <NotFound /> }),
    createRoute({ getParentRoute: () => shell, path: '/home', component: start }),
    ...pageRoutes,
  ]),
]);
