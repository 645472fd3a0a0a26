/** Findings of the doctor: the lines of its report. */
export interface Finding {
  about: string;
  /** `fault`: something does not work; `warning`: it will not for long, or not as well as it could; `off`: not set up. */
  state: 'ok' | 'warning' | 'fault' | 'off';
  text: string;
  /** Advice for the operator. */
  todo?: string;
}

/** Runs a check; one that throws or hangs is a fault with its message. */
export async function examine(about: string, todo: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer for 20 seconds')), 20_000);
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return [{ about, state: 'fault', text: message || String(code), todo }];
  } finally {
    clearTimeout(timer);
  }
}
