/** Root of a tree of routes, with the sign-in page: all that a start without a session needs. */
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
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
  return { root, signIn };
}
