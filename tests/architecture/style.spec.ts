import { globSync } from 'node:fs'
import { test } from '@japa/runner'
import { root, sources, textOf } from './sources.ts'

/** Words that make technical prose vague. Name the user, the caller or the request instead. */
const unwanted = /\b(somebody|everybody|anybody|whoever|whomever|heed(?:s|ed)?)\b/i

/** The beginnings of comments that describe something without naming it. */
const headless = /^\s*(\/\/|\/?\*\*?) (What|Who|Whom|Whose|Those|Of) /

const files = globSync(['{apps,cli,config,docs,modules,plugins,tests}/**/*.{ts,tsx,mjs,md}', '*.md'], {
  cwd: root,
}).filter((file) => !/node_modules\/|\/dist\/|\/migrations\/|gallery\/content\/|^tests\/architecture\//.test(file))

test.group('Style', () => {
  test('comments and docs name their subject', ({ assert }) => {
    const found = files.flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) => {
          const isProse = file.endsWith('.md') || /^\s*(\/\/|\/?\*)/.test(line)
          return isProse && (unwanted.test(line) || headless.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : []
        })
    )
    assert.equal(found.join('\n'), '')
  })

  test('variants with several media queries use @slot', ({ assert }) => {
    const stylesheet = textOf('apps/web/src/styles/app.css')
    // Tailwind splits the shorthand at its comma and drops the second query with a mere warning.
    assert.notMatch(stylesheet, /@custom-variant [\w-]+ \(@media [^;{]*,/)
  })

  test('tests repeat their random values', ({ assert }) => {
    const tests = globSync('{apps,modules,plugins,cli,tests}/**/*.{spec,test}.{ts,tsx}', { cwd: root })
    const found = tests.filter(
      (file) => !/node_modules|^tests.architecture/.test(file) && /Math\.random\(|seed = Date/.test(textOf(file))
    )
    assert.deepEqual(found, [], 'Use dice(seedOfRun()), so that a failure is due to a change.')
  })

  test('private members are #names', ({ assert }) => {
    const found = sources.filter((file) => /^ {2}(private|protected) (?!constructor|override)/m.test(textOf(file)))
    assert.deepEqual(found, [], 'Only constructor parameters are `private readonly`.')
  })

  test('requests are read by modules/kernel/validation.ts', ({ assert }) => {
    const found = sources.filter((file) =>
      /\brequest\??\.(body|qs|input|inputs|all|only|except|validateUsing)\(/.test(textOf(file))
    )
    const permitted = [
      'modules/kernel/validation.ts',
      // Refuses texts that can't be stored, in any field of any call.
      'apps/server/middleware/text_guard_middleware.ts',
    ]
    assert.sameMembers(found, permitted, 'Write a VineJS validator, and call readBody or readQuery with it.')
  })

  test('dependencies are used by their public API', ({ assert }) => {
    const found = sources.filter((file) => /\b(unstable_|UNSAFE_)\w/.test(textOf(file)))
    assert.deepEqual(found, [], 'Names that begin with unstable_ or UNSAFE_ may change in any release.')
  })
})
