/** `Vary` with a field name added to those it has. */
export function varyWith(current: string | undefined, field: string): string {
  if (current === undefined || current === '') return field;
  const fields = current.split(',').map((name) => name.trim().toLowerCase());
  return fields.includes(field.toLowerCase()) || fields.includes('*') ? current : `${current}, ${field}`;
}
