import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ApiDocument } from '#tests/api_document/document'

interface Exchange {
  method: string
  /** With the query. */
  path: string
  status: number
  body: unknown
}

const document: ApiDocument = strict(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../apps/server/src/openapi.json'), 'utf8'))
)
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(document, 'api')

/** Paths with fewer parameters go first, as in the router. */
const paths = Object.keys(document.paths)
  .sort((one, other) => one.split('{').length - other.split('{').length)
  .map((path) => ({ path, shape: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

/** Throws when a JSON answer of the server isn't as the OpenAPI document says. Unknown fields are errors. */
export function checkDocument({ method, path, status, body }: Exchange): void {
  const [address, query] = path.split('?') as [string, string?]
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  const found = paths.find((one) => one.shape.test(address) && document.paths[one.path]![name])
  if (!found) return
  const { responses, parameters = [] } = document.paths[found.path]![name]!
  const key = [String(status), `${String(status)[0]}XX`].find((one) => responses[one])
  const call = `${method} ${found.path}`
  if (!key) throw new Error(`The OpenAPI document lacks the status ${status} of ${call}.`)
  const where = responses[key]!.$ref ?? `#/paths/${pointer(found.path)}/${name}/responses/${key}`
  const validate = ajv.getSchema(`api${where}/content/application~1json/schema`)
  if (!validate) throw new Error(`The OpenAPI document says that ${status} of ${call} isn't JSON.`)
  if (!validate(body))
    throw new Error(
      `${status} of ${call} isn't as in the OpenAPI document: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body).slice(0, 500)}`
    )
  if (status >= 300) return
  const known = parameters.map((parameter) => parameter.name)
  for (const sent of new URLSearchParams(query).keys())
    if (!known.includes(sent)) throw new Error(`The OpenAPI document lacks the parameter ${sent} of ${call}.`)
}

const pointer = (path: string) => encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Forbids unknown fields. The parts of an intersection each allow those of the others. */
function strict(value: any): any {
  if (Array.isArray(value)) return value.map(strict)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'allOf' ? part : strict(part)])
  )
  const isObject = value.type === 'object' && Object.keys(value.properties ?? {}).length > 0
  return isObject && !('additionalProperties' in value) ? { ...inner, additionalProperties: false } : inner
}
