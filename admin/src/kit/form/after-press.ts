/** While a pointer is pressed nothing may move: what is under it when it is let go must be what was pressed. */
let isPressed = false;
const waiting: (() => void)[] = [];

const release = () => {
  isPressed = false;
  // After the click that the release makes.
  setTimeout(() => {
    for (const work of waiting.splice(0)) work();
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

/** Runs `work` now, or when the pointer that is pressed has been let go. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
