import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makeZip, v2Card } from '#modules/cards/tests/support/index'
import { welcomeRubies } from '#config/economy'
import { asking, createDatabase } from '#tests/support/databases'
import { longRun } from '#tests/support/long_run'
import { pluginKinds } from '../plugin_kinds.ts'
import { argumentsOf, cli } from './support.ts'
import { atTerminal, ctrlC, ctrlD, TerminalSession } from './terminal.ts'

let stage: Promise<{ databaseUrl: string; email: string }> | null = null
let count = 0
const password = 'correct horse'
const newEmail = () => `session-${process.pid}-${++count}@example.test`

/** Creates one database with one user for all tests. */
const setUp = async () => {
  stage ??= (async () => {
    const databaseUrl = await createDatabase()
    const email = newEmail()
    const args = ['create-user', '--email', email, '--password-stdin']
    const { code, err } = await cli(args, { databaseUrl, input: password })
    if (code !== 0) throw new Error(err)
    return { databaseUrl, email }
  })()
  const { databaseUrl, email } = await stage
  const rows = asking(databaseUrl)
  const userOf = async (who: string) => (await rows('SELECT * FROM users WHERE email = $1', [who]))[0]
  return { databaseUrl, email, rows, userOf }
}

/** The control codes that clear the line. */
const cleared = '\r\u001b[K'

const hasCursor = ({ written }: TerminalSession) =>
  written.lastIndexOf('\u001b[?25h') >= written.lastIndexOf('\u001b[?25l')

test.group('CLI at a terminal', (group) => {
  group.tap((each) => each.tags(longRun))
  group.each.timeout(300_000)
  test('create-user asks for missing arguments and hides the password', async ({ assert }) => {
    const { databaseUrl, userOf } = await setUp()
    const email = newEmail()
    await atTerminal(['create-user', '--admin'], { databaseUrl }, async (session) => {
      await session.shows('E-mail:')
      session.type('\r')
      await session.shows('Please answer')
      session.type(`${email}\r`)
      await session.shows('Password:')
      session.type(password)
      await session.shows('*'.repeat(password.length))
      session.type('\r')
      assert.equal(await session.ended, 0, session.text)
      assert.include(session.text, `${email} can sign in now, as an admin.\n`)
      assert.notInclude(session.written, password)
      assert.isTrue(hasCursor(session))
    })
    assert.isTrue((await userOf(email)).role === 'admin')
  })

  test('other commands ask too, and a deduction requires confirmation', async ({ assert }) => {
    const { databaseUrl, email, rows, userOf } = await setUp()
    const before = await userOf(email)
    const ends = (args: string[], answers: [question: string, answer: string][], code: number) =>
      atTerminal(args, { databaseUrl }, async (session) => {
        for (const [question, answer] of answers) await session.answer(question, answer)
        assert.equal(await session.ended, code, session.text)
        assert.notInclude(session.written, 'another horse')
      })
    const whose: [string, string] = ['E-mail:', email]
    const deduct = `from ${email}?`
    await Promise.all([
      ends(['reset-password'], [whose, ['New password:', 'another horse']], 0),
      ends(['set-admin'], [whose], 0),
      ends(['remove-second-factor'], [whose, ['Did', 'n']], 1),
      ends(['grant-rubies'], [whose, ['Rubies', '-7'], [deduct, 'y']], 0),
      ends(['grant-rubies'], [whose, ['Rubies', '-30'], [deduct, 'n']], 1),
    ])
    const after = await userOf(email)
    assert.deepEqual([before.role, after.role], ['member', 'admin'])
    assert.notEqual(after.password_hash, before.password_hash)
    const [account] = await rows('SELECT balance::int FROM ruby_accounts WHERE user_id = $1', [after.id])
    assert.deepEqual(account, { balance: welcomeRubies - 7 })
  })

  test('a long task shows a progress bar and removes it at the end', async ({ assert }) => {
    const { databaseUrl, email } = await setUp()
    const folder = mkdtempSync(join(tmpdir(), 'facet-session-'))
    try {
      const entry = { backstory: 'Was born.', personality: 'Calm.', greeting: 'Hello.', tags: [] }
      const file = join(folder, 'many.json')
      writeFileSync(file, JSON.stringify(Array.from({ length: 600 }, (_, n) => ({ ...entry, name: `Mo ${n}` }))))
      const columns = 44
      await Promise.all([
        atTerminal(['seed-demo'], { databaseUrl, columns }, async (session) => {
          await session.answer('How many characters:', '1500')
          await session.shows('░'.repeat(24))
          assert.equal(await session.ended, 0, session.text)
          assert.match(session.text, /1,500 demo characters added in \d+\.\d s\.\n$/)
          // The last bar was removed, and no bar was wider than the terminal.
          assert.include(session.written, `${cleared}1,500 demo`)
          for (const [drawn] of session.written.matchAll(/[█░]+ .*?(?=\r|$)/g)) assert.isBelow(drawn.length, columns)
        }),
        atTerminal(['import-characters', '--owner', email], { databaseUrl }, async (session) => {
          await session.answer('File or folder:', file)
          await session.shows('░'.repeat(24))
          assert.equal(await session.ended, 0, session.text)
          assert.include(session.written, `${cleared}600 of 600 characters imported.`)
        }),
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('Ctrl-C at a prompt changes nothing, ends with 130, and restores the terminal', async ({ assert }) => {
    const { databaseUrl, rows } = await setUp()
    const before = await rows('SELECT count(*) FROM users')
    const script = `"$0" "$@"; echo "ended with $?"; read -r line; echo "read $line"`
    const questions: [string[], string][] = [
      [['create-user'], 'E-mail:'],
      [['create-user', '--email', newEmail()], 'Password:'],
      [['make-plugin'], 'Kind:'],
    ]
    await Promise.all(
      questions.map(async ([args, question]) => {
        const session = new TerminalSession('/bin/sh', ['-c', script, process.execPath, ...argumentsOf(args)], {
          databaseUrl,
        })
        try {
          await session.shows(question)
          session.type(ctrlC)
          await session.shows('Nothing was done.\nended with 130\n')
          session.type('typed\r')
          // The terminal echoes the line, which a raw terminal would not do, and the script prints it.
          await session.shows('typed\nread typed\n')
          assert.equal(await session.ended, 0)
          assert.isTrue(hasCursor(session))
        } finally {
          session.kill()
        }
      })
    )
    assert.deepEqual(await rows('SELECT count(*) FROM users'), before)
  })

  test('Ctrl-D at a prompt changes nothing and ends with 1, also with an open database', async ({ assert }) => {
    const { databaseUrl, email } = await setUp()
    await Promise.all(
      (
        [
          [['set-admin'], 'E-mail:'],
          [['create-user', '--email', newEmail()], 'Password:'],
          [['grant-rubies', email, '5'], 'Grant 5 rubies'],
        ] as const
      ).map(([args, question]) =>
        atTerminal([...args], { databaseUrl }, async (session) => {
          await session.shows(question)
          session.type(ctrlD)
          assert.equal(await session.ended, 1, session.text)
          assert.include(session.text, 'Nothing was done.')
          assert.isTrue(hasCursor(session))
        })
      )
    )
  })

  test('Ctrl-C during the work ends it with 130 and removes the bar', async ({ assert }) => {
    const { databaseUrl } = await setUp()
    await atTerminal(['seed-demo', '--characters', '2000000'], { databaseUrl }, async (session) => {
      await session.shows('░'.repeat(24))
      session.type(ctrlC)
      assert.equal(await session.ended, 130, session.text)
      assert.include(session.written, `${cleared}\u001b[?25hStopped. `)
    })
  })
})

/** Returns the example lines of a command's help. */
const examplesIn = (help: string): string[] =>
  help
    .slice(help.indexOf('Examples:'))
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim())

test.group('CLI help', (group) => {
  group.each.timeout(300_000)
  test('has working examples for every command', async ({ assert }) => {
    const databaseUrl = await createDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'facet-examples-'))
    try {
      mkdirSync(join(folder, 'folder'))
      const entry = { name: 'Mo', backstory: 'Was born.', personality: 'Calm.', greeting: 'Hello.' }
      for (const [n, path] of ['characters.json', 'folder/one.json', 'more.json'].entries())
        writeFileSync(join(folder, path), JSON.stringify([{ ...entry, name: `Mo ${n}` }]))
      writeFileSync(join(folder, 'more.zip'), makeZip([{ name: 'mo.json', content: JSON.stringify(v2Card()) }]))
      // A stub of npm that runs the CLI with the arguments after `--`.
      const words = argumentsOf([]).map((word) => `'${word}'`)
      writeFileSync(
        join(folder, 'npm'),
        `#!/bin/sh\nuntil [ "$1" = -- ]; do shift; done; shift\nexec '${process.execPath}' ${words.join(' ')} "$@"\n`,
        {
          mode: 0o755,
        }
      )
      const overview = await cli(['--help'])
      const names = [
        ...overview.out.matchAll(/^ {2}([a-z]+-[a-z-]+|doctor|backup|maintenance|pages|reseal|chat|tokens|export) /gm),
      ].map(([, name]) => name!)
      assert.isAtLeast(names.length, 10)
      const helps = await Promise.all(names.map((name) => cli([name, '--help'])))
      const examples = [overview, ...helps].flatMap(({ out }, at) => {
        const found = examplesIn(out)
        assert.isNotEmpty(found, `${names[at - 1] ?? 'The program'} shows no example: add one with withExamples().`)
        return found
      })

      const env = { PATH: `${folder}:${process.env.PATH}`, MODELS_PROVIDER: 'local' }
      const tried = async (line: string) => {
        const session = new TerminalSession('/bin/sh', ['-c', line], { databaseUrl, cwd: folder, env })
        try {
          for (const [question, answer] of Object.entries({ assword: password, 'Grant ': 'y' }))
            if (
              new RegExp(question === 'assword' ? /create-user|reset-password/ : /grant-rubies(?!.*--yes)/).test(line)
            )
              if (!line.includes('--password-stdin')) await session.answer(question, answer)
          return { line, code: await session.ended, text: session.text }
        } finally {
          session.kill()
        }
      }
      // Other tests cover these commands.
      const elsewhere =
        /cli -- (chat|tokens|export)|doctor|get-model|verify-ledger|reconcile-orders|record-refund|make-plugin|backup|maintenance|pages|reseal|remove-second-factor/
      const distinct = [...new Set(examples)].filter((line) => !elsewhere.test(line))
      const makes = (line: string) => line.includes('create-user')
      const made = await Promise.all(distinct.filter(makes).map(tried))
      // The other examples need an admin, and a second owner.
      await asking(databaseUrl)(`UPDATE users SET role = 'owner' WHERE email = 'bo@example.com'`)
      const rest = await Promise.all(distinct.filter((line) => !makes(line)).map(tried))
      assert.isAtLeast(rest.length, 8)
      for (const { line, code, text } of [...made, ...rest]) assert.equal(code, 0, `${line}\n${text}`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }).tags(longRun)
})

test.group('CLI in a pipe', () => {
  test('names all missing arguments at once, without prompts or colours', async ({ assert }) => {
    for (const [args, missing] of [
      [['create-user'], ['the e-mail address with --email', 'the password on standard input, with --password-stdin']],
      [['grant-rubies'], ['the account’s e-mail address', 'the amount']],
      [['make-plugin'], [`the kind (${pluginKinds.map(({ name }) => name).join(', ')})`, 'the name']],
    ] as const) {
      const [run, asJson] = await Promise.all([
        cli([...args], { env: { FORCE_COLOR: '1' } }),
        cli([...args, '--json'], { env: { FORCE_COLOR: '1' } }),
      ])
      assert.deepEqual([run.code, run.out], [2, ''])
      for (const one of missing) assert.include(run.err, one)
      assert.deepEqual([asJson.code, asJson.err], [2, ''])
      assert.deepInclude(asJson.json, { ok: false, code: 'missing', missing })
      assert.notInclude(run.err + asJson.out, '\u001b')
    }
  })
})
