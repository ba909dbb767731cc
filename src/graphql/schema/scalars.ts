import { GraphQLError } from 'graphql';
import { day, decimal, instant, localDateTime } from '../../feed/field.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { parseValue } from '../../feed/value.ts';
import type { Builder } from './types.ts';

// Inputs of the scalars are read by the rules of the fields they stand for.
const FIELDS = {
  DateTime: instant(''),
  LocalDateTime: localDateTime(''),
  Date: day(''),
  Decimal: decimal(''),
};

const days = new WeakSet<Date>();

/** Whether an input was given as a day, of which it is the beginning. */
export const isDay = (input: Date): boolean => days.has(input);

export function addScalars(builder: Builder): void {
  builder.scalarType('DateTime', {
    description:
      'A point in time: ISO 8601 in UTC, with milliseconds. An input may have any offset, or be a day.',
    specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
    serialize: isoTime,
    parseValue(value) {
      const at = parsed('DateTime', value) as Date; // the field is an instant
      if (typeof value === 'string' && !/T/i.test(value)) days.add(at);
      return at;
    },
  });
  builder.scalarType('LocalDateTime', {
    description: 'A date and time without a time zone, `YYYY-MM-DDTHH:MM:SS[.mmm]`. An input may be a day.',
    specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date-time.html',
    serialize: (value) => value,
    parseValue: (value) => parsed('LocalDateTime', value) as string, // the field is a text
  });
  builder.scalarType('Date', {
    description: 'A calendar day, `YYYY-MM-DD`.',
    specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
    serialize: (value) => value,
    parseValue: (value) => parsed('Date', value) as string, // the field is a text
  });
  builder.scalarType('Decimal', {
    description: 'A decimal number as text, digit for digit.',
    serialize: (value) => value,
    parseValue: (value) => parsed('Decimal', value) as string, // the field is a text
  });
}

function parsed(scalar: keyof typeof FIELDS, value: unknown): unknown {
  const result = parseValue(FIELDS[scalar], value);
  if (result.ok) return result.value;
  throw new GraphQLError(`${scalar} ${result.message}`);
}
