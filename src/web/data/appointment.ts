/** Something to do once, at the earliest of the times asked for. */
export interface Appointment {
  within(ms: number): void;
  cancel(): void;
}

export function createAppointment(now: () => number, act: () => void): Appointment {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  const cancel = () => {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
  };
  return {
    within(ms) {
      const at = now() + ms;
      if (at >= dueAt) return;
      cancel();
      dueAt = at;
      timer = setTimeout(() => {
        cancel();
        act();
      }, ms);
    },
    cancel,
  };
}
