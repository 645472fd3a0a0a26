/** Listens to an event of the window while the component is mounted. */
import { useEffectEvent, useLayoutEffect } from 'react';

/** Unlike Mantine's hook of this name, listens before the component is painted, so that a key pressed at once counts. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  isCapture = false,
): void {
  const listen = useEffectEvent(listener);
  useLayoutEffect(() => {
    const onEvent = (event: WindowEventMap[Type]) => listen(event);
    window.addEventListener(type, onEvent, isCapture);
    return () => window.removeEventListener(type, onEvent, isCapture);
  }, [type, isCapture]);
}
