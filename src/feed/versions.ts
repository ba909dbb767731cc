/**
 * What a later version of a record says. `correction`: better what was known from its known-from on; what comes to be known
 * later comes as a record of its own. `state`: what holds from a later known-from on, or a later moment of its shelf life.
 * `written`: what holds from when it is written, for nothing in the record tells since when. `untold`: the record gathers
 * what several captures say, and not what it said before each: it cannot be asked for as of a moment.
 */
export type Versions = 'correction' | 'state' | 'written' | 'untold';
