/**
 * Every page of the admin app: an area adds a line here, and its menu entry in menu.ts. Each page is loaded when it is
 * opened.
 */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { NotFound } from '#kit/feedback/states.tsx';
import { isSignedIn } from '#kit/api/session.ts';
import { rememberPlace, takePlace } from '#kit/api/place.ts';
import { prepareToasts, Toasts } from './toasts.tsx';

type Search = Record<string, string | undefined>;

const root = createRootRoute({
  validateSearch: (search: Search) => search,
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ href: takePlace() });
  },
  component: lazyRouteComponent(() => import('../areas/auth/sign-in-page.tsx'), 'SignInPage'),
});

/** Everything else is behind the sign-in and inside the shell. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (isSignedIn()) return;
    rememberPlace(location.href);
    throw redirect({ to: '/' });
  },
  onEnter: () => {
    void prepareToasts();
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});

function page<Path extends string, Exports extends Record<string, unknown>>(
  path: Path,
  load: () => Promise<Exports>,
  name: keyof Exports & string,
) {
  return createRoute({ getParentRoute: () => shell, path, component: lazyRouteComponent(load, name) });
}

export const routeTree = root.addChildren([
  signIn,
  shell.addChildren([
    createRoute({ getParentRoute: () => shell, path: '$', component: () => <NotFound /> }),
    page('/home', () => import('./start-page.tsx'), 'StartPage'),
    page('/course/flexy', () => import('../areas/course/course-list-page.tsx'), 'FlexyListPage'),
    page('/course/flexy/$id/{-$tab}', () => import('../areas/course/course-page.tsx'), 'FlexyCoursePage'),
    page('/course/fast-track', () => import('../areas/course/course-list-page.tsx'), 'FastTrackListPage'),
    page('/course/fast-track/$id/{-$tab}', () => import('../areas/course/course-page.tsx'), 'FastTrackCoursePage'),
    page('/user', () => import('../areas/user/user-list-page.tsx'), 'UserListPage'),
    page('/user/$id', () => import('../areas/user/user-page.tsx'), 'UserPage'),
    page('/order', () => import('../areas/order/order-list-page.tsx'), 'OrderListPage'),
    page('/order/tracking', () => import('../areas/order-tracking/tracking-page.tsx'), 'TrackingPage'),
    page('/jobs', () => import('../areas/jobs/jobs-page.tsx'), 'JobsPage'),
    page('/discount', () => import('../areas/discount/discount-list-page.tsx'), 'DiscountListPage'),
    page('/discount/$id', () => import('../areas/discount/discount-page.tsx'), 'DiscountPage'),
  ]),
]);
