/** The state of a House district: `MO` of `MO04`; null for a text that is no district. */
export const stateOfDistrict = (district: string | null): string | null =>
  /^([A-Z]{2})\d\d$/.exec(district ?? '')?.[1] ?? null;
