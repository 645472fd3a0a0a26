/** Entry point that renders the app. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoute, createRouter, redirect, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { endWithoutRole } from '#kit/api/call.ts';
import { disableCloseWarning } from '#kit/feedback/warn-on-closing.ts';
import { tenant } from '#kit/api/tenant.ts';
import { schemeKey } from './appearance-keys.ts';
import { queryClient } from './query-client.ts';
import { rootRoutes } from './root-routes.tsx';
import type { Reading, routeTree } from './routes.tsx';
import { followSession } from './follow-session.ts';
import { cssVariables, themeOf } from './theme.ts';
import { Crashed, NotFound } from '#kit/feedback/states.tsx';

const { root: top, signIn, password } = rootRoutes();

/**
 * Any other page: loads all routes at the first one, because their areas import most of the contract, which the sign-in
 * page does not need. Then opens the page with them.
 */
const others = createRoute({
  getParentRoute: () => top,
  path: '$',
  beforeLoad: async ({ location: { href } }) => {
    const all = await import('./routes.tsx');
    router.update({ ...router.options, routeTree: all.routeTree });
    throw redirect({ href, replace: true });
  },
});

/** Search params are plain strings in the URL; each list validates its own with the contract's schema. */
const router = createRouter({
  routeTree: top.addChildren([signIn, ...password, others]) as unknown as typeof routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    return pairs.length > 0 ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : '';
  },
  defaultErrorComponent: ({ error, reset }) => <Crashed error={error} reset={reset} />,
  defaultNotFoundComponent: () => <NotFound />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Before the session is followed, so that a public page stays open.
endWithoutRole();

const root = createRoot(document.getElementById('root') as HTMLElement);

// Another user signed in: unmounts the page and reloads without a warning, because it is not theirs.
followSession(router, queryClient, () => {
  root.unmount();
  disableCloseWarning();
  location.reload();
});

/** Time that the first render waits for the page's code and data; after it, the page shows that it is loading. */
const loadingMs = 500;

const { nonce = '' } = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]') ?? {};
// For the style element that stops the page from scrolling behind a dialog (react-remove-scroll).
Object.assign(globalThis, { __webpack_nonce__: nonce });

const app = (
  <MantineProvider
    theme={themeOf(tenant)}
    getStyleNonce={() => nonce}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={localStorageColorSchemeManager({ key: schemeKey })}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>
);
// With the page and its data in the first render, the app is rendered once.
const opened = router
  .load()
  .then(() =>
    Promise.all(router.state.matches.flatMap(({ loaderData }) => (loaderData as Reading | undefined)?.reading ?? [])),
  );
void Promise.race([opened, new Promise((resolve) => setTimeout(resolve, loadingMs))]).finally(() => root.render(app));
