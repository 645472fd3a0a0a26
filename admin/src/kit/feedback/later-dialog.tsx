/** Dialog whose code is loaded after the page, for those that every page has and few people open. */
import { type ComponentProps, lazy, Suspense } from 'react';
import type { Dialog } from './dialog.tsx';

const load = async () => ({ default: (await import('./dialog.tsx')).Dialog });
const Loaded = lazy(load);

export const LaterDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);

/** Loads the code in advance, because the connection may be gone when a question comes. */
export const preloadDialog = (): Promise<unknown> => load().catch(() => undefined);
