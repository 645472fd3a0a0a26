/** Image of a fixed size, to avoid layout shifts. Shows a placeholder if there is none or it does not load. */
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './thumbnail.module.css';

export function Thumbnail({ src, width = 40, height = 28 }: { src: string | null; width?: number; height?: number }) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={classes['frame']} style={{ width, height }}>
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <IconPhoto size={16} stroke={1.4} aria-hidden />
      )}
    </span>
  );
}

/** First cell of a row: thumbnail, name and secondary text. */
export function NameCell({
  name,
  thumbnail,
  sub,
  wraps,
}: {
  name: string;
  thumbnail?: string | null;
  sub?: string | undefined;
  /** The name takes another line rather than being cut. */
  wraps?: boolean;
}) {
  return (
    <span className={classes['name']}>
      {thumbnail !== undefined && <Thumbnail src={thumbnail} />}
      <span className={classes['texts']} data-wraps={wraps}>
        <span title={name}>{name}</span>
        {sub && <span title={sub}>{sub}</span>}
      </span>
    </span>
  );
}
