/** Starts the app in the browser. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { disableCloseWarning } from '#kit/feedback/warn-on-closing.ts';
import { tenant } from '#kit/api/tenant.ts';
import { schemeKey } from './kept-looks.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { followSession } from './follow-session.ts';
import { cssVariables, themeOf } from './theme.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

// Not to be seen, and not to be kept by a question whether to leave: it is another's.
followSession(router, queryClient, () => {
  root.unmount();
  disableCloseWarning();
  location.reload();
});

root.render(
  <MantineProvider
    theme={themeOf(tenant)}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={localStorageColorSchemeManager({ key: schemeKey })}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
