/** The operator's mail server. */
export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password where it asks for them. */
  readonly url: string;
  /** Whom mails come from: `alerts@example.com`, or `Alpha Data <alerts@example.com>`. */
  readonly from: string;
}

const SENDER = /^(?:[^<>@"\r\n]+ <[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/;

/** Whether mails can come from somebody of this name. */
export const isMailSender = (text: string): boolean => SENDER.test(text);
