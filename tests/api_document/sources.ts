import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from 'ts-json-schema-generator'
import type * as TypeScript from 'typescript'

/* Reads the calls with their comments, the schemas of their bodies, and the codes of errors from the sources. */

export type Schema = Record<string, any>

/** The constant of a call. */
export interface SourceCall {
  file: string
  id: string
  method: string
  path: string
  /** The text of its comment, and the values of the comment's tags. */
  comment: string
  answers: string[]
  accepts: string[]
}

export interface SchemasOfCall {
  /** Absent if it isn't JSON. */
  answer?: Schema
  params: Schema
  query: Schema
  body?: Schema
  needsBody: boolean
}

const root = join(import.meta.dirname, '../..')
export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The compiler of the generator, which can't read the syntax trees of another version. */
const ts: typeof TypeScript = createRequire(createRequire(import.meta.url).resolve('ts-json-schema-generator'))(
  'typescript'
)

const parse = (file: string) => ts.createSourceFile(join(root, file), read(file), ts.ScriptTarget.Latest, true)

export const filesOfCalls = [
  ...globSync('modules/*/calls.ts', { cwd: root, exclude: ['modules/kernel/**'] }).sort(),
  'apps/server/src/calls.ts',
]

/** Returns the area of a file that begins with a comment such as `The calls of the gallery.` */
export function areaOf(file: string): { name: string; description: string } {
  const [, description, name] = /^\/\*\* (The calls of (?:the )?([^.,]+).*?) \*\//.exec(read(file)) ?? []
  if (!description || !name) throw new Error(`${file} must begin with a comment such as "The calls of lorebooks."`)
  return { name: name.charAt(0).toUpperCase() + name.slice(1), description }
}

export const callsIn = (file: string): SourceCall[] =>
  parse(file).statements.flatMap((statement) => {
    const declaration = declarationOf(statement)
    if (!declaration) return []
    const [method, path] = (declaration.initializer as TypeScript.StringLiteral).text.split(' ') as [string, string]
    const comment = ts.getJSDocCommentsAndTags(declaration).findLast(ts.isJSDoc)
    const valuesOf = (tag: string) =>
      (comment?.tags ?? [])
        .filter(({ tagName }) => tagName.text === tag)
        .map((found) => ts.getTextOfJSDocComment(found.comment)!)
    return [
      {
        file,
        id: declaration.name.getText(),
        method,
        path,
        comment: ts.getTextOfJSDocComment(comment?.comment) ?? '',
        answers: valuesOf('answers'),
        accepts: valuesOf('accepts'),
      },
    ]
  })

/** Returns the declaration of a constant of type `Call`. */
function declarationOf(statement: TypeScript.Statement): TypeScript.VariableDeclaration | null {
  const [declaration] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
  const type = declaration?.type
  return type && ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Call' ? declaration : null
}

/**
 * Returns a function that derives the schemas of a call, and the named schemas that these refer to. A second type of the same name gets the
 * name of its module in front.
 */
export function schemasOfCalls() {
  const { config: tsconfig } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const options = ts.parseJsonConfigFileContent(tsconfig, ts.sys, root).options
  const host = ts.createCompilerHost(options)
  const fromDisk = host.getSourceFile.bind(host)
  const files = new Map(filesOfCalls.map((file) => [join(root, file), file]))
  host.getSourceFile = (path, ...rest) => {
    const file = files.get(path)
    return file ? ts.createSourceFile(path, withTypes(file), ts.ScriptTarget.Latest, true) : fromDisk(path, ...rest)
  }
  const compiled = ts.createProgram([...files.keys()], options, host)
  const roots = [...files.keys()].flatMap((path) =>
    compiled.getSourceFile(path)!.statements.filter(ts.isInterfaceDeclaration)
  )
  const program = compiled as never
  const config = { ...DEFAULT_CONFIG, additionalProperties: true, sortProps: false, encodeRefs: false }
  const generator = new SchemaGenerator(program, createParser(program, config), createFormatter(config), config)
  const schemas: Record<string, Schema> = {}

  /** Takes the definitions over, and returns that of the root. */
  const keep = (rootName: string, definitions: Definitions, prefix = ''): Schema => {
    const nameOf = (name: string): string => {
      const schema = JSON.stringify(definitions[name])
      return (origins.get(name) ?? schema) === schema ? name : prefix + name
    }
    const renamed = (value: unknown): any =>
      JSON.parse(JSON.stringify(value), (key, part) =>
        key === '$ref' ? `#/components/schemas/${nameOf(part.slice('#/definitions/'.length))}` : modern(part)
      )
    for (const [name, schema] of Object.entries(definitions)) {
      if (name === rootName) continue
      schemas[nameOf(name)] = renamed(schema)
      if (!origins.has(name)) origins.set(name, JSON.stringify(schema))
    }
    return renamed(definitions[rootName])
  }
  const origins = new Map<string, string>()

  const resolved = (schema?: Schema): Schema =>
    schema?.$ref ? schemas[schema.$ref.split('/').at(-1)]! : (schema ?? {})
  const schemasOf = ({ file, id }: SourceCall): SchemasOfCall => {
    const module = file.split('/')[1]!
    const name = typeName(module, id)
    // Finding a type by its name would search all files.
    const node = roots.find((root) => root.name.text === name) as never
    const { definitions } = generator.createSchemaFromNodes([node])
    const { answer, input } = keep(
      name,
      definitions!,
      module.replace(/^./, (letter) => letter.toUpperCase())
    ).properties
    const { properties = {}, required = [] } = resolved(input)
    const { params, query, body } = properties
    return { answer, params: resolved(params), query: resolved(query), body, needsBody: required.includes('body') }
  }
  return { schemasOf, schemas, schemaOfFailure: () => keep('Failure', generator.createSchema('Failure').definitions!) }
}

type Definitions = Record<string, unknown>

const typeName = (module: string, id: string) => `${module}_${id}`

/** Returns a file of calls with an interface for each call in place of its constant, because the generator reads only types. */
function withTypes(file: string): string {
  const module = file.split('/')[1]!
  return parse(file)
    .statements.map((statement) => {
      const declaration = declarationOf(statement)
      if (!declaration) return statement.getText()
      const [answer, input] = (declaration.type as TypeScript.TypeReferenceNode).typeArguments!
      const name = typeName(module, declaration.name.getText())
      const isJson = answer!.kind !== ts.SyntaxKind.NeverKeyword
      return `export interface ${name} { ${isJson ? `answer: ${answer!.getText()};` : ''} input: ${input?.getText() ?? 'object'} }`
    })
    .join('\n')
}

/** Turns a part of a JSON Schema of draft 7 into one of 2020-12. */
function modern(part: any): any {
  if (!Array.isArray(part?.items)) return part
  const { items, additionalItems, ...rest } = part
  return { ...rest, prefixItems: items, items: additionalItems ?? false }
}

/** The functions that make error responses: the place of the code among their arguments, and their own status. */
const makers = new Map<string, [place: number, status?: number]>([
  ['refusal', [1]],
  ['problem', [2]],
  ['retryLater', [1]],
  ['invalidFields', [1, 422]],
  ['invalidField', [3, 422]],
  ['withMessages', [2, 422]],
  ['taken', [1, 409]],
])

/** Returns the codes of errors by their status. */
export function codesOfErrors(): Map<number, Set<string>> {
  // Codes that aren't literals: the default of invalid fields, and the reasons to refuse a webhook.
  const codes = new Map([
    [400, new Set(['bad_signature', 'too_old'])],
    [422, new Set(['validation_failed'])],
  ])
  const visit = (node: TypeScript.Node): void => {
    if (ts.isCallExpression(node)) {
      const [place, ownStatus] = makers.get(node.expression.getText()) ?? []
      const code = place === undefined ? undefined : node.arguments[place]
      const status = ownStatus ?? Number(node.arguments.find(ts.isNumericLiteral)?.text)
      if (code && ts.isStringLiteral(code)) codes.set(status, (codes.get(status) ?? new Set()).add(code.text))
    }
    ts.forEachChild(node, visit)
  }
  for (const file of globSync('{modules,apps/server}/**/*.ts', { cwd: root, exclude: ['**/tests/**'] }))
    visit(parse(file))
  return codes
}
