/** Dialog of the keyboard shortcuts of the page and the global ones; opens with `?` or from the account menu. */
import { Kbd } from '@mantine/core';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { commandKey, isTyping, type Keys, pageKeys } from '#kit/feedback/keys.ts';
import { all, sharedValue } from '#kit/shared-value.ts';
import { useWindowEvent } from '#kit/use-window-event.ts';
import classes from './keys-help.module.css';

const everywhere: Keys = [
  [`${commandKey}K`, 'Go to a page or a record, or do something'],
  ['Esc', 'Close what is open'],
  ['?', 'Show shortcuts'],
];

const isShown = sharedValue(false);

export const openKeysDialog = (): void => isShown.set(true);

export function KeysHelp() {
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event)) return;
    if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]')) return;
    event.preventDefault();
    openKeysDialog();
  });
  return isShown.use(all) ? <KeysDialog close={() => isShown.set(false)} /> : null;
}

function KeysDialog({ close }: { close: () => void }) {
  const here = [...new Set(pageKeys.use(all))].flat();
  return (
    <Dialog onClose={close} title="Keys" size={440}>
      {here.length > 0 && <Group title="On this page" keys={here} />}
      <Group title="Everywhere" keys={everywhere} />
    </Dialog>
  );
}

function Group({ title, keys }: { title: string; keys: Keys }) {
  return (
    <section aria-label={title}>
      <h3 className={classes['title']}>{title}</h3>
      <dl className={classes['keys']}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <Kbd key={one}>{one}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
