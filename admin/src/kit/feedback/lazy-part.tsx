/**
 * Part of a page whose code is loaded when it is first shown. A load that fails is repeated once, and is then offered again
 * in the place of the part, so that the page and what was typed in it stay.
 */
import { Button, Group, Text } from '@mantine/core';
import { type ComponentType, type ReactNode, createElement, useEffect, useSyncExternalStore } from 'react';

/** Lets a short interruption pass. */
const pauseMs = 500;
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Loads a style sheet that failed before: the bundler's code asks for each only once. */
const loadStyles = (href: string) =>
  new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${href}`));
    });
    document.head.append(link);
  });

/** `load`, whose calls after a failure ask for the failed file anew: browsers and the bundler's code remember failures. */
function repeatable<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let [styles, code]: (string | undefined)[] = [];
  let attempts = 0;
  return async () => {
    attempts += 1;
    try {
      if (styles) await loadStyles(styles);
      return code ? ((await import(/* @vite-ignore */ `${code}?attempt=${attempts}`)) as Module) : await load();
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      styles = /^Unable to preload CSS for (\S+)/.exec(message)?.[1];
      code = /dynamically imported module: ([^\s?]+)/.exec(message)?.[1];
      throw error;
    }
  };
}

interface Fallback {
  /** Shown until the part is loaded, and beside the message if it could not be. */
  fallback?: ReactNode;
}

/** `preload` resolves to whether the part is loaded. */
export type LazyPart<Props> = ((props: Props & Fallback) => ReactNode) & { preload: () => Promise<boolean> };

export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPart<Props> {
  const attempt = repeatable(load);
  /** Null: the load has failed. */
  let part: ComponentType<Props> | null | undefined;
  let loading: Promise<boolean> | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const settle = (next: typeof part) => {
    part = next;
    if (!part) loading = undefined;
    for (const listener of listeners) listener();
    return Boolean(part);
  };
  const preload = () =>
    (loading ??= attempt()
      .catch(() => pause().then(attempt))
      .then(
        (module) => settle(module[name]),
        () => settle(null),
      ));

  function Part({ fallback, ...props }: Props & Fallback) {
    const Loaded = useSyncExternalStore(subscribe, () => part);
    useEffect(() => {
      if (Loaded === undefined) void preload();
    }, [Loaded]);
    if (Loaded) return createElement(Loaded, props as Props);
    return (
      <>
        {fallback}
        {Loaded === null && <NotLoaded retry={() => settle(undefined)} />}
      </>
    );
  }
  return Object.assign(Part, { preload });
}

export const NotLoaded = ({ retry }: { retry: () => void }) => (
  <Group gap="xs" role="alert">
    <Text size="sm">This part did not load. What you entered is kept.</Text>
    <Button size="compact-sm" variant="default" onClick={retry}>
      Try again
    </Button>
  </Group>
);
