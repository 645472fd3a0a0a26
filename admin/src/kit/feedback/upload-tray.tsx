/** Uploads whose field is not on the screen any more: people went on, and so do these. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { UploadProgress } from './upload-progress.tsx';
import { isShownByField, useSending, useUploads } from './uploads.ts';
import classes from './upload-tray.module.css';

export function UploadTray() {
  const uploads = useUploads().filter((upload) => !isShownByField(upload));
  const send = useSending();
  if (uploads.length === 0) return null;
  return (
    <section className={classes['tray']} aria-label="Uploads">
      <h2>Uploads</h2>
      {uploads.map((upload) => (
        <div key={upload.id}>
          <UploadProgress upload={upload} retry={() => send(upload)} className={classes['upload']} />
          <Anchor size="xs" renderRoot={(props) => <Link {...props} to={upload.page} />}>
            {upload.state === 'done' ? 'Open the page to save it' : 'Open the page it is for'}
          </Anchor>
        </div>
      ))}
    </section>
  );
}
