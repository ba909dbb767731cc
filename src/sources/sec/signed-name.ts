/**
 * The name of an insider who signed in person; null when the signature may be another's: attorneys sign most forms,
 * and companies are signed for. Given names come first here, unlike in the name as filed.
 */
export function signedName(signature: string): string | null {
  const name = signature.replace(/^\/s\/\s*/i, '').trim();
  return PERSON.test(name) &&
    !name
      .toLowerCase()
      .split(/[\s,]+/)
      .some(isMarker)
    ? name
    : null;
}

/** Two to five words of letters, then suffixes such as `Jr.`; anything more, even a comma, may name an agent. */
const PERSON =
  /^\p{L}[\p{L}.'’-]*( \p{L}[\p{L}.'’-]*){1,4}(,? (Jr\.?|Sr\.?|II|III|IV|Ph\.?D\.?|M\.?D\.?))*$/iu;

function isMarker(word: string): boolean {
  return MARKERS.has(word.replace(/[^\p{L}-]/gu, ''));
}

/** Words of an agent, an office or a company. */
const MARKERS = new Set(
  (
    'agent aif as attorney attorney-in-fact authorized bank behalf by capital co company corp corporation counsel ' +
    'director executor for fund general group holdings inc individually its limited llc llp lp ltd manager member of ' +
    'officer on partner partners partnership poa power president pursuant secretary signatory the treasurer trust ' +
    'trustee trustees under via'
  ).split(' '),
);
