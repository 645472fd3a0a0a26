/** Root of a tree of routes, with the sign-in page and those that set a password: all that a start without a session needs. */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { endWithoutRole } from '#kit/api/call.ts';
import { takeReturnPath } from '#kit/api/return-path.ts';
import { isSignedIn } from '#kit/api/session.ts';
import { SignInPage } from '../areas/auth/sign-in-page.tsx';
import { ToastContainer } from './toast-container.tsx';

export type Search = Record<string, string | undefined>;

const Root = () => (
  <>
    <Outlet />
    <ToastContainer />
  </>
);

/** New routes for each tree, because adding children changes their parent. */
export function rootRoutes() {
  const root = createRootRoute({ validateSearch: (search: Search) => search, component: Root });
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      endWithoutRole();
      if (isSignedIn()) throw redirect({ href: takeReturnPath() });
    },
    component: SignInPage,
  });
  const forgot = createRoute({
    getParentRoute: () => root,
    path: '/password/forgot',
    component: lazyRouteComponent(() => import('../areas/auth/forgot-page.tsx'), 'ForgotPage'),
  });
  const reset = createRoute({
    getParentRoute: () => root,
    path: '/password/reset',
    component: lazyRouteComponent(() => import('../areas/auth/reset-page.tsx'), 'ResetPage'),
  });
  return { root, signIn, password: [forgot, reset] };
}
