/** Alerts by e-mail: who has confirmed them, and when they are sent. */
export const alertMails = `
ALTER TABLE alert DROP CONSTRAINT alert_format_check;
ALTER TABLE alert ADD CONSTRAINT alert_format_check CHECK (format IN ('standard', 'slack', 'discord', 'email'));
ALTER TABLE alert ADD COLUMN digest text NOT NULL DEFAULT 'none' CHECK (digest IN ('none', 'hourly', 'daily'));
ALTER TABLE alert ADD COLUMN confirmed_url text;
COMMENT ON COLUMN alert.confirmed_url IS 'Address whose reader has confirmed the alert: nothing is mailed to another.';
`;
