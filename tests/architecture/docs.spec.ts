import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { pictures } from '#tests/browser/pictures/table'
import { root, textOf } from './sources.ts'

const pages = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', 'build/**', '.data/**'] })

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-')
    )
  )

test.group('Docs', () => {
  test('link to files and headings that exist', ({ assert }) => {
    const broken = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
        if (/^[a-z]+:/.test(link!)) return []
        const [path, anchor] = link!.split('#')
        const target = path ? join(dirname(page), path) : page
        if (!existsSync(join(root, target))) return [`${page}: ${link}`]
        return anchor && target.endsWith('.md') && !anchorsOf(target).has(anchor) ? [`${page}: ${link}`] : []
      })
    )
    assert.equal(broken.join('\n'), '')
  })

  test('name files that exist', ({ assert }) => {
    const missing = pages
      .filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/decisions/'))
      .flatMap((page) =>
        [...textOf(page).matchAll(/`((?:apps|modules|plugins|config|cli|docs|tests\/[a-z]+)\/[\w./-]+\.\w+)`/g)]
          .filter(([, path]) => !path!.includes('NNNN') && !existsSync(join(root, path!)))
          .map(([, path]) => `${page}: ${path}`)
      )
    assert.equal([...new Set(missing)].join('\n'), '')
  })

  test('show pictures of npm run screenshots, and all of them', ({ assert }) => {
    const shown = pages.flatMap((page) =>
      [...textOf(page).matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, link]) => join(dirname(page), link!))
    )
    const taken = pictures.map(({ file }) => file as string)
    // The contact sheet of the built-in characters is a finished file.
    const finished = ['docs/screenshots/characters.webp']
    const files = globSync('docs/**/*.{png,webp,jpg,svg,gif}', { cwd: root })
    assert.deepEqual(
      [...new Set(shown)].sort(),
      [...taken.filter((file) => file.startsWith('docs/')), ...finished].sort()
    )
    assert.deepEqual([...new Set(shown)].sort(), files.sort())
    assert.deepEqual(
      taken.filter((file) => !existsSync(join(root, file))),
      []
    )
  })

  test('name a test in each met row of docs/asvs.md, and what is missing in each other row', ({ assert }) => {
    const states = ['met', 'part', 'document', 'no', 'operator', 'n/a']
    const rows = [...textOf('docs/asvs.md').matchAll(/^\| (\d+\.\d.*?) \| (.*?) \| (.*) \| (.*?) ?\|$/gm)]
    assert.isAbove(rows.length, 150)
    const wrong = rows.filter(([, , state, where, tests]) => {
      const named = [...tests!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
      const areTests = named.every((path) => /(spec|test)\.m?tsx?$|\.test\.mjs$|^plugins\/kits\/\w+\.ts$/.test(path))
      const exist = named.every((path) => existsSync(join(root, path)))
      const isNamed = state !== 'met' || named.length > 0
      return !states.includes(state!) || where === '' || !areTests || !exist || !isNamed
    })
    assert.equal(wrong.map(([line]) => line).join('\n'), '')
  })
})
