/**
 * Router configuration. Search params are plain strings in the URL; each list validates its own with the contract's
 * schema.
 */
import { createRouter } from '@tanstack/react-router';
import { Crashed, NotFound } from '#kit/feedback/states.tsx';
import { routeTree } from './routes.tsx';

export const router = createRouter({
  routeTree,
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
