import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, type GraphQLSchema, getNamedType, isObjectType, parse } from 'graphql';
import { CLIENTS } from './install.ts';

export const PROGRAMS = join(CLIENTS, 'programs');
const GENERATED = join(CLIENTS, 'generated');

/** Runs a tool of the clients, as `npx` does. Throws what it prints. */
export async function runTool(name: string, args: readonly string[], cwd = PROGRAMS): Promise<void> {
  const tool = join(CLIENTS, 'node_modules/.bin', name);
  await promisify(execFile)(tool, [...args], { cwd }).catch(({ stdout, stderr, message }) => {
    throw new Error(`${name}: ${stdout || stderr || message}`);
  });
}

/** The names of the types that `node` fetches. */
export function nodeTypesOf(schema: GraphQLSchema): readonly string[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types.flatMap((type) =>
    type.getInterfaces().some(({ name }) => name === 'Node') ? [type.name] : [],
  );
}

/** Everything that the tools of the clients make of what the server says of itself. */
export async function generate(url: string): Promise<GraphQLSchema> {
  rmSync(GENERATED, { recursive: true, force: true });
  const sdl = await (await fetch(`${url}/schema.graphql`)).text();
  write('schema.graphql', sdl);
  const schema = buildSchema(sdl);
  await Promise.all([
    runTool('openapi-typescript', [`${url}/api/openapi.json`, '-o', '../generated/openapi.d.ts']),
    runTool('gql.tada', ['generate-output', '--tsconfig', 'tsconfig.json']),
    typedDocuments(schema),
    relayArtifacts(schema),
  ]);
  return schema;
}

function write(path: string, text: string): void {
  const file = join(GENERATED, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** GraphQL Code Generator with its client preset. */
async function typedDocuments(schema: GraphQLSchema): Promise<void> {
  const location = join(PROGRAMS, 'codegen.ts');
  const documents = [...readFileSync(location, 'utf8').matchAll(/graphql\(`([^`]+)`\)/g)].map(
    ([, rawSDL = '']) => ({ location, rawSDL, document: parse(rawSDL) }),
  );
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: 'graph/',
    schema: parse(readFileSync(join(GENERATED, 'schema.graphql'), 'utf8')),
    schemaAst: schema,
    documents,
    config: {
      documentMode: 'string',
      useTypeImports: true,
      enumType: 'string-literal',
      importExtension: '.ts',
      scalars: {
        DateTime: 'string',
        LocalDateTime: 'string',
        Date: 'string',
        Decimal: 'string',
        ID: 'string',
      },
    },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
    pluginContext: {},
    documentTransforms: [],
  });
  for (const output of outputs) write(output.filename, await codegen(output));
}

/** The lists of an entity, by their names, with the type of their cursors. */
function listsOf(schema: GraphQLSchema, type: string): readonly (readonly [name: string, cursor: string])[] {
  const entity = schema.getType(type);
  const fields = isObjectType(entity) ? Object.values(entity.getFields()) : [];
  return fields.flatMap((field) => {
    const isList = getNamedType(field.type).name.endsWith('Connection');
    const after = field.args.find(({ name }) => name === 'after');
    return isList && after ? [[field.name, String(after.type)] as const] : [];
  });
}

/** The compiler of Relay, over the program, a refetchable fragment on every entity, and one on every list of one. */
async function relayArtifacts(schema: GraphQLSchema): Promise<void> {
  const fragments = nodeTypesOf(schema).flatMap((type) => [
    `graphql\`
  fragment entities_${type} on ${type} @refetchable(queryName: "entities${type}Query") {
    id
  }
\`;`,
    ...listsOf(schema, type).map(
      ([list, cursor]) => `graphql\`
  fragment entities_${type}_${list} on ${type}
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "${cursor}" })
  @refetchable(queryName: "entities${type}${list}Query") {
    ${list}(first: $first, after: $after) @connection(key: "entities_${type}_${list}") {
      edges { node { __typename } }
    }
  }
\`;`,
    ),
  ]);
  for (const name of ['signals.js', 'moments.js'])
    write(`relay-src/${name}`, readFileSync(join(PROGRAMS, 'relay', name), 'utf8'));
  write(
    'relay-src/entities.js',
    `const { graphql } = require('relay-runtime');\n\n${fragments.join('\n')}\n`,
  );
  write('relay/package.json', '{ "type": "commonjs" }\n');
  const config = {
    src: './relay-src',
    schema: './schema.graphql',
    language: 'javascript',
    artifactDirectory: './relay',
    eagerEsModules: false,
  };
  write('relay.config.json', JSON.stringify(config));
  await runTool('relay-compiler', ['relay.config.json'], GENERATED);
}
