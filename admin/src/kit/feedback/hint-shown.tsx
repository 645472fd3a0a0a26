/** Tooltip of a control that is already on the page. */
import { Tooltip, type TooltipProps } from '@mantine/core';

interface Props {
  text: string;
  position: TooltipProps['position'];
  control: HTMLElement;
  isShown: boolean;
}

export const HintShown = ({ text, position, control, isShown }: Props) => (
  <Tooltip label={text} position={position ?? 'top'} target={control} opened={isShown} multiline maw={320} />
);
