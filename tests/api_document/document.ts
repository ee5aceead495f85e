import { STATUS_CODES } from 'node:http'
import { brand } from '#config/brand'
import { accessOf, scopeOf, type Access } from '#server/src/access'
import {
  areaOf,
  callsIn,
  codesOfErrors,
  filesOfCalls,
  read,
  schemasOfCalls,
  type Schema,
  type SchemasOfCall,
  type SourceCall,
} from './sources.ts'

/*
 * Makes the OpenAPI document: calls, their descriptions and the types of their bodies from `calls.ts`, rights from `apps/server/src/access.ts`,
 * codes of errors from the refusals, and explanations from `docs/api.md`.
 *
 * Tags in the comment of a call:
 *   `@answers 201`                          the status, unless it is 200
 *   `@answers 200 text/event-stream`        an answer that isn't JSON. A call may have several answers.
 *   `@accepts multipart/form-data file`     a body that isn't JSON, and the field of a form that holds the file
 */

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, readonly string[]>[]
  parameters?: Schema[]
  requestBody?: Schema
  responses: Record<string, Schema>
}

export interface ApiDocument {
  openapi: string
  info: Schema
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Schema; responses: Schema; schemas: Record<string, Schema> }
}

export function makeDocument(): ApiDocument {
  const { schemasOf, schemas, schemaOfFailure } = schemasOfCalls()
  const paths: ApiDocument['paths'] = {}
  for (const file of filesOfCalls)
    for (const call of callsIn(file)) {
      const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
      const types = schemasOf(call)
      ;(paths[path] ??= {})[call.method.toLowerCase()] = {
        operationId: call.id,
        tags: [areaOf(file).name],
        ...textsOf(call),
        security: securityOf(call),
        ...parametersOf(call, types),
        ...bodyOf(call, types),
        responses: answersOf(call, types),
      }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} API`,
      version: JSON.parse(read('package.json')).version,
      description: explanations(),
    },
    servers: [{ url: '/' }],
    tags: filesOfCalls.map(areaOf),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'facet_session',
          description: 'The cookie of a signed-in browser.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token from the settings, with the scope that the call names.',
        },
      },
      responses: {
        Failure: { description: 'A failure.', content: json({ $ref: '#/components/schemas/Failure' }) },
        OpenAiFailure: { description: 'A failure, in OpenAI’s shape.', content: json(openAiFailure) },
      },
      schemas: sorted(usedBy(paths, { ...schemas, Failure: withCodes(schemaOfFailure()) })),
    },
  }
}

/** Returns the schemas that the paths or other used schemas refer to. */
function usedBy(paths: ApiDocument['paths'], schemas: Record<string, Schema>): Record<string, Schema> {
  const used = new Set(['Failure'])
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/#\/components\/schemas\/([^"]+)"/g))
      if (!used.has(name!)) visit(schemas[used.add(name!) && name!])
  }
  visit([paths, schemas.Failure])
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

const rights: Record<Access, string> = {
  anyone: '',
  user: '',
  token: '',
  staff: 'For support, moderators and admins.',
  support: 'For support and admins.',
  moderators: 'For moderators and admins.',
  admins: 'For admins.',
}

const openAiFailure = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: { type: ['string', 'null'] },
      },
      required: ['message', 'type', 'param', 'code'],
    },
  },
  required: ['error'],
}

const sorted = <Value>(entries: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)))

/** The first sentence is the summary. */
function textsOf({ id, method, path, comment }: SourceCall): Pick<Operation, 'summary' | 'description'> {
  const text = comment.replaceAll(/\s+/g, ' ').trim()
  if (text === '') throw new Error(`Describe ${method} ${path} (${id}) in a comment above its constant.`)
  const summary = /^.+?\.(?= |$)/.exec(text)?.[0] ?? text
  const rest = [text.slice(summary.length).trim(), rights[accessFor(method, path)]].filter(Boolean).join(' ')
  return { summary: summary.replace(/\.$/, ''), ...(rest && { description: rest }) }
}

function accessFor(method: string, path: string): Access {
  const access = accessOf(`${method} ${path}`)
  if (!access) throw new Error(`apps/server/src/access.ts lacks ${method} ${path}.`)
  return access
}

function securityOf({ method, path }: SourceCall): Operation['security'] {
  const scope = scopeOf(`${method} ${path}`)
  const access = accessFor(method, path)
  return [
    ...(access === 'anyone' ? [{}] : []),
    ...(access === 'token' ? [] : [{ session: [] }]),
    ...(scope ? [{ token: scope === 'any' ? [] : [scope] }] : []),
  ]
}

function parametersOf({ path }: SourceCall, { params, query }: SchemasOfCall): Pick<Operation, 'parameters'> {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: /^id$|Id$/.test(name!)
      ? { type: 'string', format: 'uuid' }
      : (params.properties?.[name!] ?? { type: 'string' }),
  }))
  const inQuery = Object.entries<Schema>(query.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description && { description }),
    ...(query.required?.includes(name) && { required: true }),
    // A flag that is only sent when it is on. Some readers of the document take constants of parameters for lists.
    schema: { ...schema, const: undefined },
  }))
  return inPath.length + inQuery.length === 0 ? {} : { parameters: [...inPath, ...inQuery] }
}

function bodyOf({ accepts }: SourceCall, { body, needsBody }: SchemasOfCall): Pick<Operation, 'requestBody'> {
  if (accepts.length === 0 && !body) return {}
  const content = accepts.map((line) => {
    const [type, field] = line.split(' ') as [string, string?]
    const schema = field
      ? { type: 'object', properties: { [field]: { type: 'string', format: 'binary' } }, required: [field] }
      : {}
    return [type, { schema }]
  })
  return {
    requestBody: {
      content: accepts.length > 0 ? Object.fromEntries(content) : json(body!),
      ...((accepts.length > 0 || needsBody) && { required: true }),
    },
  }
}

const json = (schema: Schema) => ({ 'application/json': { schema } })

function answersOf({ answers, path, id }: SourceCall, { answer }: SchemasOfCall): Operation['responses'] {
  const lines = answers.length > 0 ? answers : ['200']
  if (!answer && answers.length === 0) throw new Error(`Say with @answers what ${id} answers.`)
  const responses: Operation['responses'] = {}
  for (const line of lines) {
    const [status, type] = line.split(' ') as [string, string?]
    const content = type ? { [type]: { schema: {} } } : answer && !status.startsWith('3') ? json(answer) : undefined
    const all = { ...responses[status]?.content, ...content }
    responses[status] = {
      description: STATUS_CODES[status]!,
      ...(Object.keys(all).length > 0 && { content: all }),
    }
  }
  // Failures of the protocol have its own shape.
  const failure =
    path === '/mcp'
      ? { description: 'A failure.', content: json({}) }
      : { $ref: `#/components/responses/${path.startsWith('/v1/') ? 'OpenAiFailure' : 'Failure'}` }
  return { ...responses, ...(!path.startsWith('/health/') && { '4XX': failure, '5XX': failure }) }
}

function withCodes(schema: Schema): Schema {
  const codes = codesOfErrors()
  const byStatus = [...codes].sort(([one], [other]) => one - other)
  const list = byStatus.map(
    ([status, names]) =>
      `- ${status}: ${[...names]
        .sort()
        .map((name) => `\`${name}\``)
        .join(', ')}`
  )
  schema.properties.code = {
    type: 'string',
    description: `For programs. Later versions may have further codes. Present ones by status:\n\n${list.join('\n')}`,
    enum: [...new Set(byStatus.flatMap(([, names]) => [...names]))].sort(),
  }
  return schema
}

/** Prints the document with a line for each call and schema, so that a diff shows what changed. */
export function printDocument({ paths, components, ...head }: ApiDocument): string {
  const block = (entries: object, print: (value: any) => string) =>
    `{\n${Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}:${print(value)}`)
      .join(',\n')}\n}`
  const line = (value: unknown) => JSON.stringify(value)
  const parts = {
    ...Object.fromEntries(Object.entries(head).map(([name, value]) => [name, line(value)])),
    paths: block(paths, (path) => block(path, line)),
    components: block(components, (part) => block(part, line)),
  }
  return `${block(parts, (text: string) => text)}\n`
}

const marks = /(<!-- Begin of the calls, which `npm run api` writes -->\n)([^]*)(<!-- End of the calls -->\n)/

/** Returns `docs/api.md` with the calls of the document. */
export function pageWithCalls({ tags, paths }: ApiDocument): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, call: `${method.toUpperCase()} ${path}` }))
  )
  const tables = tags.map(({ name }) => {
    const rows = all
      .filter(({ tags: [tag] }) => tag === name)
      .map(({ call, summary, description = '' }) => {
        const link = /\[[^\]]+\]\(#[^)]+\)/.exec(`${summary} ${description}`)?.[0] ?? ''
        return `| \`${call}\` | ${summary.replaceAll('|', '\\|')} | ${summary.includes(link) ? '' : link} |`
      })
    return `**${name}**\n\n| call | | see also |\n| --- | --- | --- |\n${rows.join('\n')}\n\n`
  })
  return read('docs/api.md').replace(
    marks,
    (_, begin, __, end) =>
      `${begin}\n<!-- prettier-ignore-start -->\n\n${tables.join('')}<!-- prettier-ignore-end -->\n\n${end}`
  )
}

/** Returns what `docs/api.md` says beside its list of calls. Links to other pages of the docs would lead nowhere. */
const explanations = (): string =>
  read('docs/api.md')
    .replace(/^# .*\n/, '')
    .replace(marks, '')
    .replaceAll(/<!-- .*? -->\n*/g, '')
    .replaceAll(/\[([^\]]+)\]\((?!#|https:)[^)]*\)/g, '$1')
    .trim()
