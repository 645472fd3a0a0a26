/** The submitted work: file preview where the browser has one, the link, and the member's text. */
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Section } from '#kit/record/detail-page.tsx';
import { VideoPlayer } from '#admin-shared/video/video-player.tsx';
import { type SubmissionDetail, scoreText } from './submission.ts';
import { Link } from '@tanstack/react-router';
import { Moment } from '#kit/display/moment.tsx';
import { SubmissionBadge } from '#admin-shared/submission/submission-badge.tsx';
import classes from './work.module.css';

const kinds = {
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif'],
  video: ['mp4', 'mov', 'webm', 'm3u8'],
} as const;
type Kind = keyof typeof kinds;

/** Path without query or fragment; signed URLs carry their signature there. */
const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? '';

/** undefined: no preview, the file can only be downloaded. */
function fileKind(url: string): Kind | undefined {
  const end = pathOf(url).split('.').at(-1)?.toLowerCase() ?? '';
  return (Object.keys(kinds) as Kind[]).find((kind) => (kinds[kind] as readonly string[]).includes(end));
}

const fileName = (url: string): string => pathOf(url).split('/').at(-1) ?? '';

/** Attempts of one person for one product, latest first, with scores. */
const Attempts = ({ record: { id, attempts } }: { record: SubmissionDetail }) =>
  attempts.length > 1 && (
    <Section title={`Attempts ${attempts.length}`}>
      <ul className={classes['attempts']}>
        {attempts.map((one) => (
          <li key={one.submissionId}>
            <Link
              to="/submission/$id"
              params={{ id: one.submissionId }}
              aria-current={one.submissionId === id ? 'page' : undefined}
            >
              Attempt {one.attempt}
            </Link>
            <SubmissionBadge status={one.status} />
            <span className={classes['score']}>{scoreText(one)}</span>
            <Moment at={one.submittedAt} />
          </li>
        ))}
      </ul>
    </Section>
  );

/** Opens in a new tab without opener or referrer. */
const OpenLink = ({ href, children }: { href: string; children: string }) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    variant="default"
    size="compact-sm"
    rightSection={<IconExternalLink size={14} stroke={1.8} aria-hidden />}
  >
    {children}
  </Button>
);

function Shown({ url, title }: { url: string; title: string }) {
  switch (fileKind(url)) {
    case 'pdf':
      // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandbox blocks the browser's PDF viewer; the CSP only allows frames of our own files
      return <iframe className={classes['pdf']} src={url} title={title} />;
    case 'image':
      return <img className={classes['image']} src={url} alt={title} />;
    case 'video':
      return <VideoPlayer key={url} title={title} url={url} />;
    default:
      return <p className={classes['said']}>This file is not shown here. Open it to see it.</p>;
  }
}

export function SubmittedWork({ record: { fileUrl, submissionUrl, note } }: { record: SubmissionDetail }) {
  return (
    <>
      {submissionUrl && (
        <Section title="Link" actions={<OpenLink href={submissionUrl}>Open link</OpenLink>}>
          <a className={classes['address']} href={submissionUrl} target="_blank" rel="noopener noreferrer">
            {submissionUrl}
          </a>
        </Section>
      )}
      {note && (
        <Section title="From the member">
          <p className={classes['text']}>{note}</p>
        </Section>
      )}
      {fileUrl && (
        <Section title="File" actions={<OpenLink href={fileUrl}>Open file</OpenLink>}>
          <Shown url={fileUrl} title={fileName(fileUrl)} />
        </Section>
      )}
      {!submissionUrl && !fileUrl && !note && <p className={classes['said']}>No link, file or note was handed in.</p>}
    </>
  );
}

/** Work in the main column of the page, beside the form. */
export const Work = ({ record }: { record: SubmissionDetail }) => (
  <>
    <SubmittedWork record={record} />
    <Attempts record={record} />
    {record.finalProject?.description && (
      <Section title="Task">
        <p className={classes['text']}>{record.finalProject.description}</p>
      </Section>
    )}
  </>
);
