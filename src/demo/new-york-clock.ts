// Holds no state: a formatter is costly to make and the same for everyone.
const NEW_YORK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** What clocks in New York show, to the second: `2026-03-11T10:30:00`. */
export const newYorkClock = (ms: number): string => NEW_YORK.format(ms).replace(' ', 'T');
