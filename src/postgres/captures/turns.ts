/** The name under which those take turns who keep entries of a module, or make again what they became. */
export const turnOf = (module: string): string => `captures of ${module}`;
