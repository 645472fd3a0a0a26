/** Defers layout changes while a pointer is pressed, so that the click lands on the element that was pressed. */
let isPressed = false;
const queue: (() => void)[] = [];

const release = () => {
  isPressed = false;
  // Runs after the click event that follows the release.
  setTimeout(() => {
    for (const callback of queue.splice(0)) callback();
  });
};
window.addEventListener(
  'pointerdown',
  () => {
    isPressed = true;
  },
  true,
);
for (const end of ['pointerup', 'pointercancel', 'dragend']) window.addEventListener(end, release, true);

/** Runs the callback now, or after the pressed pointer is released. */
export function afterPress(callback: () => void): void {
  if (isPressed) queue.push(callback);
  else callback();
}
