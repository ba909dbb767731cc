import { readFileSync } from 'node:fs';

export interface Instruction {
  /** In capitals, as in `COPY`. */
  readonly name: string;
  readonly text: string;
}

/** The stages of a Dockerfile, each with what follows its `FROM`. */
export function stagesOf(path: string): readonly (readonly Instruction[])[] {
  const lines = readFileSync(path, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`not an instruction: ${line}`);
    if (name === 'FROM') stages.push([]);
    else stages.at(-1)?.push({ name, text });
  }
  return stages;
}

/** The words of an instruction of a stage that is there once. */
export function only(stage: readonly Instruction[], name: string): string {
  const [found, ...more] = stage.filter((instruction) => instruction.name === name);
  if (!found || more.length > 0) throw new Error(`expected one ${name}`);
  return found.text;
}

/** `COPY [--from=stage] source… destination` */
export function copyOf({ text }: Instruction): {
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly to: string;
} {
  const words = text.split(' ');
  const from = words[0]?.startsWith('--from=') ? (words.shift()?.slice('--from='.length) ?? null) : null;
  return { from, sources: words.slice(0, -1), to: words.at(-1) ?? '' };
}

/** What a builder is sent of the project. Such a list names everything it lets in, so that no secret gets there. */
export function sentBy(dockerignore: string): readonly string[] {
  const [first, ...rest] = readFileSync(dockerignore, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (first !== '*' || !rest.every((line) => /^!\w[\w.-]*$/.test(line)))
    throw new Error(`${dockerignore} must leave out everything, then let in files and folders by name`);
  return rest.map((line) => line.slice(1));
}
