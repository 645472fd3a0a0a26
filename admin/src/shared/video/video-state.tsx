/** State of a source's video: status with progress, failure reason and retry. */
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { link } from '#contract/kernel/fields.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import {
  findVideo,
  isFileAtFault,
  isUnprocessed,
  retryVideo,
  type Video,
  videoStatusNames,
} from '#contract/video/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import classes from './video-state.module.css';

const colours = { PENDING: 'grey', RUNNING: 'blue', FINISHED: 'green', FAILED: 'red' } as const satisfies Record<
  Video['status'],
  BadgeColour
>;

/** Badge of a video's status and progress; also used in list rows. */
export const VideoBadge = ({ status, percent }: Pick<Video, 'status' | 'percent'>) => (
  <Badge colour={colours[status]}>
    {videoStatusNames[status]}
    {status === 'RUNNING' && ` · ${percent}%`}
  </Badge>
);

/** Whether the video is processed. An upload without a video belongs to a record that is not saved yet. */
function isProcessing(reply: Reply<typeof findVideo> | undefined): boolean {
  return isUnprocessed(reply?.video?.status) || (reply?.video === null && reply.isUpload);
}

/** Debounce while a URL is typed. */
const debounceMs = 300;

/** Reads the video of a source, every two seconds while it is processed; null if the source is not one of ours. */
export function useVideo(typed: string | null) {
  const [source] = useDebouncedValue(typed ?? '', debounceMs);
  const input = { query: { source } };
  const result = useCall(findVideo, input, {
    enabled: link.safeParse(source).success,
    everyMs: (data) => isProcessing(data) && 2_000,
  });
  return { ...result, video: result.data?.video ?? null };
}

export function VideoState({ source }: { source: string | null }) {
  const { video, refetch } = useVideo(source);
  const retry = useAction(retryVideo);
  if (!video) return null;
  const { status, reason, videoId } = video;
  return (
    <div className={classes['state']}>
      <span role="status">
        <VideoBadge {...video} />
      </span>
      {reason && <p className={classes['reason']}>{reason}</p>}
      {status === 'FAILED' && !isFileAtFault(reason) && (
        <Button
          variant="default"
          size="compact-sm"
          loading={retry.loading}
          onClick={async () => {
            await retry.run({ params: { id: videoId } });
            await refetch();
          }}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
