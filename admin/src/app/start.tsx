/** Entry point that renders the app. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { endWithoutRole } from '#kit/api/call.ts';
import { disableCloseWarning } from '#kit/feedback/warn-on-closing.ts';
import { tenant } from '#kit/api/tenant.ts';
import { schemeKey } from './appearance-keys.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import type { Reading } from './routes.tsx';
import { followSession } from './follow-session.ts';
import { cssVariables, themeOf } from './theme.ts';

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
