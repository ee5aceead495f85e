import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { calls, type Call } from './calls.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const textOf = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

/** The calls in the tables of the modules, with the text of their types and that of the wire types of the module. */
const typed = globSync('modules/*/calls.ts', { cwd: root }).flatMap((file) => {
  const wireTypes = globSync(`${dirname(file)}/{,*/}api.ts`, { cwd: root })
    .map(textOf)
    .join('\n')
  return [...textOf(file).matchAll(/: Call<([^=]*?)>\s*=\s*'([A-Z]+ \/[^']+)'/g)].map(([, types, call]) => ({
    call: call!,
    types: types!,
    wireTypes,
  }))
})

const fuzzedOf = (call: string): Call[] => {
  const [method, path] = call.split(' ') as [string, string]
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
  return calls.filter(
    (each) => each.method === method && each.lines.some((line) => pattern.test(line.path.split('?')[0]!))
  )
}

/** Lists the optional fields of a body, of an interface or in the call itself. */
const optionalFieldsOf = ({ types, wireTypes }: (typeof typed)[number]): string[] => {
  const [, name, inline = ''] = /\bbody\??: (?:(\w+)|\{([^}]*)\})/.exec(types) ?? []
  const named = name && new RegExp(`(?:interface ${name}\\b[^{]*|type ${name} = )\\{([^]*?)\\n\\}`).exec(wireTypes)?.[1]
  return [...`${inline}\n${named ?? ''}`.matchAll(/(?:^ {2}|[{;] ?|^ ?)(\w+)\?:/gm)].map(([, field]) => field!)
}

test.group('The fuzzer', () => {
  test('knows a query of each call that takes one', ({ assert }) => {
    const withQuery = typed.filter(({ types }) => /\bquery\b|\bSearch\b/.test(types)).map(({ call }) => call)
    assert.isAbove(withQuery.length, 25)
    assert.deepEqual(
      withQuery.filter((call) => !fuzzedOf(call).some(({ query }) => Object.keys(query).length > 0)),
      [],
      'Add their parameters to `queries` in apps/server/tests/fuzz/calls.ts.'
    )
  })

  test('knows the optional fields of each call', ({ assert }) => {
    const known = (call: string, field: string) =>
      fuzzedOf(call).some(
        ({ fields, lines }) => field in fields || lines.some(({ body }) => body?.includes(`"${field}"`))
      )
    const optional = typed.flatMap((each) => optionalFieldsOf(each).map((field) => [each.call, field] as const))
    assert.isAbove(optional.length, 40)
    assert.deepEqual(
      optional.filter(([call, field]) => !known(call, field)).map((each) => each.join(' ')),
      [],
      'Add them to `bodies` in apps/server/tests/fuzz/calls.ts.'
    )
  })
})
