/** Component whose code is loaded once the page is idle, or with its first use. */
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { whenIdle } from './when-idle.ts';

/** The code is preloaded, because the connection may be gone when it is needed. */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  const code = async () => ({ default: await load() });
  whenIdle(() => code().catch(() => undefined));
  return lazy(code);
}
