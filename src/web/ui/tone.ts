/** Which way something goes: it has a colour and an arrow. */
export type Tone = 'up' | 'down' | 'flat';
