/** Uploads whose field is no longer on the screen, at the bottom of the window. The page ends above the tray. */
import { Anchor, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { UploadProgress } from './upload-progress.tsx';
import { isFailed, summaryOf } from './upload-words.ts';
import { isShownByField, type Upload, useUploads } from './uploads.ts';
import { useSending } from './use-sending.ts';
import classes from './upload-tray.module.css';

/** On small screens the tray starts collapsed. */
const isSmall = () => matchMedia('(max-width: 767px), (max-height: 600px)').matches;

/** Publishes the tray's height as a CSS variable. */
function publishHeight(tray: HTMLElement | null) {
  if (!tray) return undefined;
  const { style } = document.documentElement;
  const room = new ResizeObserver(() => style.setProperty('--tray', `${tray.offsetHeight}px`));
  room.observe(tray);
  return () => {
    room.disconnect();
    style.removeProperty('--tray');
  };
}

export function UploadTray() {
  const uploads = useUploads().filter((upload) => !isShownByField(upload));
  const head = useRef<HTMLButtonElement>(null);
  const [isFolded, setFolded] = useLocalStorage({
    key: 'uploads-folded',
    defaultValue: isSmall(),
    getInitialValueInEffect: false,
  });
  if (uploads.length === 0) return null;
  const Chevron = isFolded ? IconChevronUp : IconChevronDown;
  return (
    <section ref={publishHeight} className={classes['tray']} aria-label="Uploads">
      <UnstyledButton
        ref={head}
        className={classes['head'] ?? ''}
        aria-expanded={!isFolded}
        data-failed={uploads.some(isFailed) || undefined}
        onClick={() => setFolded(!isFolded)}
      >
        {summaryOf(uploads)}
        <Chevron size={16} aria-hidden />
      </UnstyledButton>
      {!isFolded && (
        <Lines uploads={uploads} next={() => head.current ?? document.querySelector<HTMLElement>('#main')} />
      )}
    </section>
  );
}

function Lines({ uploads, next }: { uploads: readonly Upload[]; next: () => HTMLElement | null }) {
  const send = useSending();
  return (
    <div className={classes['lines']}>
      {uploads.map((upload) => (
        <UploadProgress key={upload.id} upload={upload} retry={() => send(upload)} next={next}>
          {upload.page && (
            <Anchor size="xs" renderRoot={(props) => <Link {...props} to={upload.page} />}>
              {upload.state === 'done' ? 'Open the page to save it' : 'Open the page it is for'}
            </Anchor>
          )}
        </UploadProgress>
      ))}
    </div>
  );
}
