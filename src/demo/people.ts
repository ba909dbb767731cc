import { COMPANIES, type Instrument } from './instruments.ts';
import { cycle } from './random.ts';

/** Invented surnames and rare given names: no person of the demo should pass for a real one. */
const SURNAMES =
  `Brackwater Fenhollow Quillmere Ashgrove-Pell Thornwick Ravensby Oakhurst-Lind Merriwold Stonebrake Larkspire
  Wintermoor Highbarrow Elderfen Copperleigh Duskwell Marrowby Silverthwaite Greyhallow Pennyfeather-Roe Kestrelton
  Foxmarsh Umberley Driftwick Holloway-Finch Nettlebed Crowmere Saltmarsh-Vane Windlethorpe Birchcombe Yarrowgate
  Emberlyn Tidewater-Cole Gorsefield Palemoor Hawkswell Ironbridge-Say Loxbury Mistlebrook Northfen Osierby
  Plumstead-Rook Quarrelton Rushmere-Vale Sedgewold Tarnbeck Underhill-Moss Vexborough Wolfscombe Yewbarrow Zephyrden`.split(
    /\s+/,
  );
const GIVEN_NAMES =
  `Ottoline Leopold Isaura Balthazar Clementine Thaddeus Philippa Evander Rosalind Cornelius Marguerite Lysander
  Henrietta Augustin Seraphina Barnaby Wilhelmina Peregrine Octavia Ignatius Araminta Florian Cordelia Horatio
  Evangeline Lucian Persephone Ambrose Theodora Quentin Allegra Montgomery Ophelia Rupert Valentina Casimir
  Georgiana Alaric Winifred Emeric`.split(/\s+/);

interface Name {
  readonly given: string;
  readonly surname: string;
}

/** A name of its own for each of 0 to 1,999. */
function nameOf(index: number): Name {
  const round = Math.floor(index / SURNAMES.length);
  return { surname: cycle(SURNAMES, index), given: cycle(GIVEN_NAMES, index + round * 7) };
}

export interface Insider {
  /** Number at the SEC, one that it has not given out. */
  readonly cik: number;
  /** Surname first, as filed. */
  readonly name: string;
  readonly title: string;
  readonly isDirector: boolean;
  readonly isOfficer: boolean;
}

const officer = (title: string) => ({ title, isDirector: false, isOfficer: true });
/** Some directors write it where officers have their title. */
const DIRECTOR = { title: 'Director', isDirector: true, isOfficer: false };

/** Nobody owns ten percent: in companies of this size that would be worth billions. */
const ROLES = [
  { title: 'Chief Executive Officer', isDirector: true, isOfficer: true },
  officer('Chief Financial Officer'),
  DIRECTOR,
  officer('Chief Operating Officer'),
  DIRECTOR,
  officer('General Counsel'),
  officer('Chief Technology Officer'),
  officer('Chief People Officer'),
  DIRECTOR,
  DIRECTOR,
  officer('Chief Marketing Officer'),
  officer('Treasurer'),
  officer('Controller'),
  officer('Executive Vice President'),
  officer('Senior Vice President'),
  DIRECTOR,
];

export const INSIDERS_PER_COMPANY = ROLES.length;

/** An insider of a company: its chief executive at place 0. */
export function insiderOf(issuer: Instrument, place: number): Insider {
  const index = COMPANIES.indexOf(issuer) * ROLES.length + place;
  const { given, surname } = nameOf(index);
  return { cik: 9_200_000 + index, name: `${surname} ${given}`, ...cycle(ROLES, place) };
}

export interface Politician {
  readonly given: string;
  readonly surname: string;
  readonly party: 'Democrat' | 'Republican' | 'Independent';
  readonly chamber: 'house' | 'senate';
  readonly state: string;
  /** 0 for senators. */
  readonly district: number;
}

const STATES =
  'CA TX FL NY PA IL OH GA NC MI NJ VA WA AZ TN MA IN MO MD WI CO MN SC AL LA KY OR OK CT UT'.split(' ');

/** Behind the insiders, so that no person is both. */
const FIRST_POLITICIAN = 1_000;

export const POLITICIANS: readonly Politician[] = Array.from({ length: 48 }, (_, index) => {
  const chamber = index % 4 === 0 ? 'senate' : 'house';
  return {
    ...nameOf(FIRST_POLITICIAN + index),
    party:
      index === 17
        ? 'Independent'
        : cycle(['Democrat', 'Republican'] as const, index + Math.floor(index / 5)),
    chamber,
    state: cycle(STATES, index * 7),
    district: chamber === 'senate' ? 0 : 1 + (index % 5),
  };
});
