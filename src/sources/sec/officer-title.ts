/**
 * An officer's title as filed. The form has room for 30 characters, so filers write "See Remarks" and put the title
 * there; it is taken from the remarks only where they hold nothing but a title.
 */
export function officerTitleOf(title: string, titleInRemarks: string | null): string {
  return SEE_REMARKS.test(title) && titleInRemarks !== null ? titleInRemarks : title;
}

/** The title that remarks consist of; null when they say anything else or anything more. */
export function titleInRemarks(remarks: string): string | null {
  const label = LABEL.exec(remarks);
  const title = remarks
    .slice(label?.[0].length ?? 0)
    .trim()
    .replace(/[.*]+$/, '');
  if (title === '' || title.length > 120 || MORE_THAN_A_TITLE.test(title)) return null;
  return label || (STARTS_LIKE_A_TITLE.test(title) && NAMES_AN_OFFICE.test(title)) ? title : null;
}

const SEE_REMARKS = /^\(?see (the )?remarks?( (below|section))?\)?\.?$/i;
const LABEL = /^(officer('s)? )?title:\s*/i;
const MORE_THAN_A_TITLE =
  /[.;:!?] |\b(exhibit|ex|attorney|poa|form|filed|filing|amend\w*|report\w*|shares|securities|transactions?)\b/i;
const STARTS_LIKE_A_TITLE =
  /^(acting|ceo|cfo|chair\w*|chief|controller|coo|corporate|cto|deputy|evp|executive|general|global|group|head|interim|managing|president|principal|secretary|senior|sr|svp|treasurer|vice|vp)\b/i;
const NAMES_AN_OFFICE =
  /\b(ceo|cfo|chair\w*|controller|coo|counsel|cto|director|evp|head|manager|officer|president|secretary|svp|treasurer|vp)\b/i;
