import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import { asking, createDatabase } from '#tests/support/databases'
import { argumentsOf, cli } from './support.ts'
import { atTerminal, ctrlC, ctrlD, Sitting } from './terminal.ts'

let stage: Promise<{ databaseUrl: string; email: string }> | null = null
let count = 0
const password = 'correct horse'
const newEmail = () => `sitting-${process.pid}-${++count}@example.test`

/** A database for all, with one person in it. */
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

/** A line that was drawn over and is empty now. */
const cleared = '\r\u001b[K'

const hasCursor = ({ written }: Sitting) => written.lastIndexOf('\u001b[?25h') >= written.lastIndexOf('\u001b[?25l')

test.group('At a terminal', (group) => {
  group.each.timeout(300_000)
  test('create-user asks for what was left out, and nobody sees the password', async ({ assert }) => {
    const { databaseUrl, userOf } = await setUp()
    const email = newEmail()
    await atTerminal(['create-user', '--admin'], { databaseUrl }, async (sitting) => {
      await sitting.shows('E-mail:')
      sitting.type('\r')
      await sitting.shows('Please answer')
      sitting.type(`${email}\r`)
      await sitting.shows('Password:')
      sitting.type(password)
      await sitting.shows('*'.repeat(password.length))
      sitting.type('\r')
      assert.equal(await sitting.ended, 0, sitting.text)
      assert.include(sitting.text, `${email} can sign in now, as an admin.\n`)
      assert.notInclude(sitting.written, password)
      assert.isTrue(hasCursor(sitting))
    })
    assert.isTrue((await userOf(email)).is_admin)
  })

  test('the others ask too, and a deduction only happens when it is confirmed', async ({ assert }) => {
    const { databaseUrl, email, rows, userOf } = await setUp()
    const before = await userOf(email)
    const ends = (args: string[], answers: [question: string, answer: string][], code: number) =>
      atTerminal(args, { databaseUrl }, async (sitting) => {
        for (const [question, answer] of answers) await sitting.answer(question, answer)
        assert.equal(await sitting.ended, code, sitting.text)
        assert.notInclude(sitting.written, 'another horse')
      })
    const whose: [string, string] = ['E-mail:', email]
    const deduct = `from ${email}?`
    await Promise.all([
      ends(['reset-password'], [whose, ['New password:', 'another horse']], 0),
      ends(['set-admin'], [whose], 0),
      ends(['remove-second-factor'], [whose, ['Is it', 'n']], 1),
      ends(['grant-rubies'], [whose, ['Rubies', '-7'], [deduct, 'y']], 0),
      ends(['grant-rubies'], [whose, ['Rubies', '-30'], [deduct, 'n']], 1),
    ])
    const after = await userOf(email)
    assert.deepEqual([before.is_admin, after.is_admin], [false, true])
    assert.notEqual(after.password_hash, before.password_hash)
    const [account] = await rows('SELECT balance::int FROM ruby_accounts WHERE user_id = $1', [after.id])
    assert.deepEqual(account, { balance: welcomeRubies - 7 })
  })

  test('a long work has a bar, which goes when it is done', async ({ assert }) => {
    const { databaseUrl, email } = await setUp()
    const folder = mkdtempSync(join(tmpdir(), 'facet-sitting-'))
    try {
      const entry = { backstory: 'Was born.', personality: 'Calm.', greeting: 'Hello.', tags: [] }
      const file = join(folder, 'many.json')
      writeFileSync(file, JSON.stringify(Array.from({ length: 600 }, (_, n) => ({ ...entry, name: `Mo ${n}` }))))
      const columns = 44
      await Promise.all([
        atTerminal(['seed-demo'], { databaseUrl, columns }, async (sitting) => {
          await sitting.answer('How many characters:', '1500')
          await sitting.shows('░'.repeat(24))
          assert.equal(await sitting.ended, 0, sitting.text)
          assert.match(sitting.text, /1,500 demo characters added in \d+\.\d s\.\n$/)
          // The last that was drawn was taken away, and none was wider than the terminal.
          assert.include(sitting.written, `${cleared}1,500 demo`)
          for (const [drawn] of sitting.written.matchAll(/[█░]+ .*?(?=\r|$)/g)) assert.isBelow(drawn.length, columns)
        }),
        atTerminal(['import-characters', '--owner', email], { databaseUrl }, async (sitting) => {
          await sitting.answer('File or folder:', file)
          await sitting.shows('░'.repeat(24))
          assert.equal(await sitting.ended, 0, sitting.text)
          assert.include(sitting.written, `${cleared}600 of 600 characters imported.`)
        }),
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('Ctrl-C at a question does nothing, ends with 130, and leaves a terminal to work at', async ({ assert }) => {
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
        const sitting = new Sitting('/bin/sh', ['-c', script, process.execPath, ...argumentsOf(args)], { databaseUrl })
        try {
          await sitting.shows(question)
          sitting.type(ctrlC)
          await sitting.shows('Nothing was done.\nended with 130\n')
          sitting.type('typed\r')
          // Once as the terminal shows it, as it would not if it were left raw, and once as it was read.
          await sitting.shows('typed\nread typed\n')
          assert.equal(await sitting.ended, 0)
          assert.isTrue(hasCursor(sitting))
        } finally {
          sitting.leave()
        }
      })
    )
    assert.deepEqual(await rows('SELECT count(*) FROM users'), before)
  })

  test('Ctrl-D at a question does nothing and ends with 1, also where the database is open', async ({ assert }) => {
    const { databaseUrl, email } = await setUp()
    await Promise.all(
      (
        [
          [['set-admin'], 'E-mail:'],
          [['create-user', '--email', newEmail()], 'Password:'],
          [['grant-rubies', email, '5'], 'Grant 5 rubies'],
        ] as const
      ).map(([args, question]) =>
        atTerminal([...args], { databaseUrl }, async (sitting) => {
          await sitting.shows(question)
          sitting.type(ctrlD)
          assert.equal(await sitting.ended, 1, sitting.text)
          assert.include(sitting.text, 'Nothing was done.')
          assert.isTrue(hasCursor(sitting))
        })
      )
    )
  })

  test('Ctrl-C in the middle of the work ends it with 130 and takes the bar away', async ({ assert }) => {
    const { databaseUrl } = await setUp()
    await atTerminal(['seed-demo', '--characters', '2000000'], { databaseUrl }, async (sitting) => {
      await sitting.shows('░'.repeat(24))
      sitting.type(ctrlC)
      assert.equal(await sitting.ended, 130, sitting.text)
      assert.include(sitting.written, `${cleared}\u001b[?25hStopped. `)
    })
  })
})

/** Of a command's help: the lines of its examples. */
const examplesIn = (help: string): string[] =>
  help
    .slice(help.indexOf('Examples:'))
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim())

test.group('The help', (group) => {
  group.each.timeout(300_000)
  test('has examples for every command, and each does what it says', async ({ assert }) => {
    const databaseUrl = await createDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'facet-examples-'))
    try {
      mkdirSync(join(folder, 'folder'))
      const entry = { name: 'Mo', backstory: 'Was born.', personality: 'Calm.', greeting: 'Hello.' }
      for (const [n, path] of ['characters.json', 'folder/one.json', 'more.json'].entries())
        writeFileSync(join(folder, path), JSON.stringify([{ ...entry, name: `Mo ${n}` }]))
      // What `npm run cli -- …` and `npm run --silent cli -- …` are to whoever reads them.
      const words = argumentsOf([]).map((word) => `'${word}'`)
      writeFileSync(
        join(folder, 'npm'),
        `#!/bin/sh\nuntil [ "$1" = -- ]; do shift; done; shift\nexec '${process.execPath}' ${words.join(' ')} "$@"\n`,
        {
          mode: 0o755,
        }
      )
      const overview = await cli(['--help'])
      const names = [...overview.out.matchAll(/^ {2}([a-z]+-[a-z-]+|doctor|backup|reseal) /gm)].map(([, name]) => name!)
      assert.isAtLeast(names.length, 10)
      const helps = await Promise.all(names.map((name) => cli([name, '--help'])))
      const examples = [overview, ...helps].flatMap(({ out }, at) => {
        const found = examplesIn(out)
        assert.isNotEmpty(found, `${names[at - 1] ?? 'The program'} shows no example: add one with withExamples().`)
        return found
      })

      const env = { PATH: `${folder}:${process.env.PATH}`, MODELS_PROVIDER: 'local' }
      const tried = async (line: string) => {
        const sitting = new Sitting('/bin/sh', ['-c', line], { databaseUrl, cwd: folder, env })
        try {
          for (const [question, answer] of Object.entries({ assword: password, 'Grant ': 'y' }))
            if (
              new RegExp(question === 'assword' ? /create-user|reset-password/ : /grant-rubies(?!.*--yes)/).test(line)
            )
              if (!line.includes('--password-stdin')) await sitting.answer(question, answer)
          return { line, code: await sitting.ended, text: sitting.text }
        } finally {
          sitting.leave()
        }
      }
      // These run as they stand in the tests of their own, but for the one that writes a plugin.
      const elsewhere = /doctor|verify-ledger|reconcile-orders|make-plugin|backup|reseal|remove-second-factor/
      const distinct = [...new Set(examples)].filter((line) => !elsewhere.test(line))
      const makes = (line: string) => line.includes('create-user')
      const made = await Promise.all(distinct.filter(makes).map(tried))
      // Whatever the others do meanwhile, there is an admin.
      await asking(databaseUrl)(`UPDATE users SET is_admin = true WHERE email = 'bo@example.com'`)
      const rest = await Promise.all(distinct.filter((line) => !makes(line)).map(tried))
      assert.isAtLeast(rest.length, 8)
      for (const { line, code, text } of [...made, ...rest]) assert.equal(code, 0, `${line}\n${text}`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

test.group('In a pipe', () => {
  test('nothing is asked: all that is missing is named at once, without colours', async ({ assert }) => {
    for (const [args, missing] of [
      [['create-user'], ['the e-mail address with --email', 'the password on standard input, with --password-stdin']],
      [['grant-rubies'], ['the account’s e-mail address', 'the amount']],
      [['make-plugin'], ['the kind (model, payment, image)', 'the name']],
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
