/** Checkbox with a label. */
import classes from './schedule.module.css';

interface Props {
  label: string;
  isOn: boolean;
  set: (isOn: boolean) => void;
}

export const Tick = ({ label, isOn, set }: Props) => (
  <label className={classes['all']}>
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    {label}
  </label>
);
