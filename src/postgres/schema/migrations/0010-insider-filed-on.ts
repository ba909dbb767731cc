/** The day the SEC dates a form, which amendments name. */
export const insiderFiledOn = `
ALTER TABLE insider_filings ADD COLUMN filed_on timestamp(3);
`;
