import { readFileSync, globSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../src')

interface Import {
  from: string
  to: string
}

const imports: Import[] = globSync('**/*.{ts,tsx}', { cwd: src })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/(?:from |import\(|import )'([^']+)'/g)].map(([, to = '']) => ({
      from: file,
      to: to.startsWith('.') ? relative(src, resolve(src, dirname(file), to)) : to,
    }))
  )

const featureOf = (path: string) => /^features\/(\w+)\//.exec(path)?.[1]
const listed = (found: Import[]) => found.map(({ from, to }) => `${from} imports ${to}`)

test('features do not import other features', () => {
  const found = imports.filter(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return own !== undefined && other !== undefined && own !== other
  })
  expect(listed(found)).toEqual([])
})

test('only the app composes features', () => {
  const found = imports.filter(({ from, to }) => /^(components|lib)\//.test(from) && featureOf(to) !== undefined)
  expect(listed(found)).toEqual([])
})

test('components/ui knows no domain', () => {
  const found = imports.filter(
    ({ from, to }) =>
      from.startsWith('components/ui/') && /^(#modules\/|#config\/(?!brand)|components\/shared\/)/.test(to)
  )
  expect(listed(found)).toEqual([])
})
