export interface Answer {
  /** The address asked, without secrets; the `file` of its rejections. */
  readonly url: string;
  /** As received, decompressed. */
  readonly bytes: Buffer;
  readonly text: string;
  /** Undefined with `expect: 'text'`. */
  readonly json: unknown;
}

/** Headers that say to a server which version is known, by URL. */
export interface Validator {
  readonly etag?: string;
  readonly lastModified?: string;
}
export type Validators = Readonly<Record<string, Validator>>;
