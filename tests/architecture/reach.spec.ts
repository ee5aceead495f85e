import { globSync } from 'node:fs'
import { test } from '@japa/runner'
import { resolveImport, root, textOf } from './sources.ts'

/** How many files a reader of a controller may have to follow. */
const reachMax = 40

interface Import {
  isExport: boolean
  /** The imported values. Null: all. */
  names: string[] | null
  to: string
}

const importsOf = memoized((file): Import[] =>
  [...textOf(file).matchAll(/^(import|export)(\s+type)?\s+(?:([^'"`;()=]*?)\bfrom\s+)?'([^']+)'/gm)].flatMap(
    ([, keyword, type, what, specifier]) => {
      const to = resolveImport(file, specifier!)
      const listed = /\{([^}]*)\}/.exec(what ?? '')?.[1]
      const names = listed
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
        .map((name) => name.split(' as ')[0]!)
      if (!to || type || names?.length === 0) return []
      return [{ isExport: keyword === 'export', names: names ?? null, to }]
    }
  )
)

const isFace = (file: string) => /\/(index|api)\.ts$/.test(file)

const declares = (file: string, name: string) =>
  new RegExp(`^export (abstract |async |default )?(class|const|let|function|enum)\\*? ${name}\\b`, 'm').test(
    textOf(file)
  )

/** The file that declares what a face exports. */
const originOf = (file: string, name: string): string | null => {
  if (!isFace(file) || declares(file, name)) return file
  for (const { isExport, names, to } of importsOf(file))
    if (isExport && (names === null || names.includes(name))) {
      const origin = originOf(to, name)
      if (origin && (names || declares(origin, name))) return origin
    }
  return null
}

/** The files whose values a file uses. Those of a face are the files that declare them. */
const usedBy = memoized((file): string[] =>
  importsOf(file).flatMap(({ isExport, names, to }) => {
    if (isExport && isFace(file)) return []
    return names && isFace(to) ? names.map((name) => originOf(to, name) ?? to) : [to]
  })
)

const reachOf = (file: string): Set<string> => {
  const reached = new Set<string>()
  const follow = (from: string) => {
    for (const to of usedBy(from))
      if (!reached.has(to)) {
        reached.add(to)
        follow(to)
      }
  }
  follow(file)
  return reached
}

function memoized<Value>(compute: (file: string) => Value) {
  const known = new Map<string, Value>()
  return (file: string): Value => {
    if (!known.has(file)) known.set(file, compute(file))
    return known.get(file)!
  }
}

test.group('Controllers of chat', () => {
  test('can be followed through at most 40 files', ({ assert }) => {
    const controllers = globSync('modules/chat/http/*_controller.ts', { cwd: root })
    assert.isAbove(controllers.length, 10)
    const tooFar = controllers
      .map((controller) => ({ controller, reach: [...reachOf(controller)] }))
      .filter(({ reach }) => reach.length > reachMax)
      .map(({ controller, reach }) => `${controller} reaches ${reach.length} files: ${reach.toSorted().join(', ')}`)
    assert.deepEqual(
      tooFar,
      [],
      'Split the controller, merge small files of one idea, or let it use an abstract class such as `Replies`.'
    )
  })
})
