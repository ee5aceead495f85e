import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { cli } from '#cli/tests/support'
import { Client } from '#tests/support/client'
import { sharedServer, startServer } from '#tests/support/server'
import { ask, openRoles, type Rows } from './roles/people.ts'
import { lines } from './roles/table.ts'
import { thingsOf } from './roles/things.ts'
import { longRun } from '#tests/support/long_run'

/*
 * Attacks on sign-in, sessions and calls. Access to private characters, internal addresses and hostile pictures are tested in their
 * modules. Permissions are tested in roles/.
 */

const password = 'correct horse'
const asJson = { accept: 'application/json' }
const code = '<img src=x onerror=alert(1)>'

test.group('A body with additional fields', (group) => {
  group.each.timeout(300_000)
  test('changes no right, ruby, id or date in any call', async ({ assert }) => {
    const { rows, createUser } = await openRoles()
    const [owner, admin, victim] = await Promise.all([createUser('owner'), createUser('admin'), createUser('user')])
    const number = 777_777_777
    const wanted = '01900000-0000-7000-8000-0000deadbeef'
    const stolen = {
      isAdmin: true,
      is_admin: true,
      role: 'admin',
      ...Object.fromEntries(
        ['rubies', 'balance', 'held', 'rubyDebt', 'rubyCost', 'cost', 'likes', 'messageCount', 'popularity'].map(
          (name) => [name, number]
        )
      ),
      id: wanted,
      ...Object.fromEntries(
        ['userId', 'user_id', 'ownerId', 'createdBy', 'created_by', 'actorId'].map((name) => [name, victim.user.id])
      ),
      createdAt: '1999-01-01T00:00:00.000Z',
      created_at: '1999-01-01T00:00:00.000Z',
      emailVerifiedAt: '1999-01-01T00:00:00.000Z',
      email_verified_at: '1999-01-01T00:00:00.000Z',
      passwordHash: 'stolen-word',
      password_hash: 'stolen-word',
      disabledAt: null,
      discordJoined: true,
      state: 'stolen-word',
      stats: { messagesWritten: number, charactersCreated: number },
    }
    const more = JSON.stringify(stolen).slice(1, -1)
    const prototypeFields = `"__proto__":{"isAdmin":true,"rubies":${number}},"constructor":{"prototype":{"isAdmin":true}}`
    const query = new URLSearchParams({
      isAdmin: 'true',
      role: 'owner',
      rubies: String(number),
      id: wanted,
      userId: victim.user.id,
    })
    // The mail that verifies the victim's address is sent in the background.
    await thingsOf({ caller: victim, owner: victim, admin, rows }).fill('{mail}')
    const admins = async () =>
      (await rows(`SELECT id FROM users WHERE role IN ('admin', 'owner') ORDER BY id`)).map(({ id }) => id)
    const before = { admins: await admins(), ofVictim: await mentions(rows, [victim.user.id]) }

    for (const { method, path, body, endsSession, expected } of lines) {
      const isForAdmins = path.startsWith('/api/admin/')
      const isJson = body === null ? method !== 'GET' : /^[{[]/.test(body)
      if (!path.startsWith('/api/')) continue
      const caller = isForAdmins ? admin : endsSession ? await createUser('owner') : owner
      const things = thingsOf({ caller, owner: isForAdmins ? owner : caller, admin, rows })
      const filled = await things.fill(path)
      // Later fields win. Options and sampling parameters of a provider refuse unknown ones.
      const sent =
        body &&
        (await things.fill(body))
          .replaceAll(/(?<!"(?:options|sampling)":)\{(?=["}])/g, `{${prototypeFields},${more},`)
          .replaceAll(',}', '}')
      const { status } = expected[isForAdmins ? 'admin' : 'owner']
      const answer = await ask(
        caller,
        method,
        `${filled}${filled.includes('?') ? '&' : '?'}${query}`,
        isJson ? (sent ?? `{${prototypeFields},${more}}`) : sent
      )
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text.slice(0, 300)}`)
      assert.notInclude(answer.text, String(number), `${method} ${path}`)
      assert.deepEqual(await admins(), before.admins, `${method} ${path}`)
    }
    for (const type of ['login', 'register'])
      await owner.call(`/api/${type}`, {
        method: 'POST',
        rawBody: `email=${randomUUID()}@example.test&password=${password}&isAdmin=true&is_admin=1&role=owner&rubies=${number}&id=${wanted}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })

    assert.deepEqual(await admins(), before.admins)
    assert.deepEqual(await mentions(rows, [String(number), wanted, '1999-01-01', 'stolen-word']), [])
    assert.deepEqual(await mentions(rows, [victim.user.id]), before.ofVictim)
    assert.isFalse('isAdmin' in {})
  }).tags(longRun)
})

/** Returns the rows of all tables that contain one of these texts in any column. */
const mentions = async (rows: Rows, texts: string[]): Promise<string[]> => {
  const tables = await rows(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`
  )
  const each = tables.map(
    ({ name }) => `SELECT '${name}: ' || t::text AS row FROM ${name} t WHERE t::text LIKE ANY ($1)`
  )
  const found = await rows(each.join(' UNION ALL '), [texts.map((text) => `%${text}%`)])
  return found.map(({ row }) => row.slice(0, 400)).sort()
}

test.group('A session chosen by an attacker', () => {
  test('is never used for sign-in or sign-up, however the token is sent', async ({ assert }) => {
    const { url } = await sharedServer()
    const person = await new Client(url).register()
    const attacker = await new Client(url).register()
    const unknown = 'A'.repeat(43)
    const theirs = attacker.cookie.split('=')[1]!
    const form = (fields: Record<string, string>) => ({
      method: 'POST',
      rawBody: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const signInCalls: [string, () => Parameters<Client['call']>][] = [
      [
        'login',
        () => ['/api/login', { method: 'POST', body: { email: person.user.email, password }, headers: asJson }],
      ],
      ['login by form', () => ['/api/login', form({ email: person.user.email, password })]],
      [
        'register',
        () => [
          '/api/register',
          { method: 'POST', body: { email: `${randomUUID()}@example.test`, password }, headers: asJson },
        ],
      ],
      ['register by form', () => ['/api/register', form({ email: `${randomUUID()}@example.test`, password })]],
    ]
    for (const [name, callOf] of signInCalls)
      for (const planted of [`facet_session=${unknown}`, `facet_session=${unknown}; facet_session=${unknown}`]) {
        const victim = new Client(url)
        victim.cookie = planted
        const entered = await victim.call(...callOf())
        assert.include([200, 201, 303], entered.status, name)
        assert.match(victim.cookie, /^facet_session=[\w-]{43}$/, name)
        assert.notInclude(victim.cookie, unknown, name)
        assert.equal((await victim.get('/api/auth/user')).status, 200, name)
      }
    const withUnknown = new Client(url)
    withUnknown.cookie = `facet_session=${unknown}`
    assert.equal((await withUnknown.get('/api/auth/user')).status, 401)

    // If the victim's browser has the attacker's valid session, that session ends and isn't reused.
    const victim = new Client(url)
    victim.cookie = attacker.cookie
    await victim.call(...signInCalls[0]![1]())
    assert.notEqual(victim.cookie, attacker.cookie)
    assert.equal((await victim.get('/api/auth/user')).body.id, person.user.id)
    assert.equal((await attacker.get('/api/auth/user')).status, 401)

    // The server reads the token only from the cookie.
    const token = victim.cookie.split('=')[1]!
    for (const [path, headers] of [
      [`/api/auth/user?facet_session=${token}`, {}],
      ['/api/auth/user', { authorization: `Bearer ${token}` }],
      ['/api/auth/user', { 'x-session': token, 'x-facet-session': token }],
    ] as [string, Record<string, string>][])
      assert.equal((await new Client(url).call(path, { headers })).status, 401)
    assert.notInclude((await victim.get(`/api/login?facet_session=${theirs}`)).text, theirs)
  }).tags(longRun)
})

test.group('Password guessing', (group) => {
  group.each.timeout(300_000)
  test('checks ten of a thousand concurrent guesses from forged addresses', async ({ assert }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    const person = await new Client(server.url).register()
    const { email } = person.user
    const guess = (guessed: string, who = email, n = 0) =>
      new Client(server.url).call('/api/login', {
        method: 'POST',
        body: { email: who, password: guessed },
        headers: {
          ...asJson,
          'x-forwarded-for': `203.0.113.${n % 250}, 198.51.100.${n % 199}`,
          'x-real-ip': `203.0.113.${n % 250}`,
          forwarded: `for=203.0.113.${n % 250}`,
          'cf-connecting-ip': `203.0.113.${n % 250}`,
        },
      })
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email}\t`, email.replace(/^v/, 'V')]
    const statuses: number[] = []
    for (let first = 0; first < 1_000; first += 50) {
      const batch = Array.from({ length: 50 }, (_, at) => {
        const n = first + at
        // The correct password is among the guesses that must not be checked.
        return guess(n === 700 ? password : `guess number ${n}`, spellings[n % spellings.length], n)
      })
      const answers = await Promise.all(batch)
      for (const { status, headers } of answers) {
        statuses.push(status)
        if (status === 429) assert.isAtLeast(Number(headers['retry-after']), 60)
      }
    }
    const of = (status: number) => statuses.filter((one) => one === status).length
    assert.deepEqual([of(401), of(429)], [10, 990])

    // Letters that a database may consider equal must share one counter.
    for (const spelling of [
      ...spellings,
      email.replaceAll('i', 'İ'),
      email.replaceAll('i', 'ı'),
      email.replaceAll('s', 'ſ'),
      email.replaceAll('o', 'ｏ'),
      `${email}.`,
      `${email}\u200b`,
    ])
      assert.notEqual((await guess(password, spelling)).status, 200, JSON.stringify(spelling))

    // Existing sessions stay valid, and other accounts aren't locked.
    assert.equal((await person.get('/api/auth/user')).status, 200)
    const other = await new Client(server.url).register()
    assert.equal((await guess(password, other.user.email)).status, 200)
    await server.stop()
  }).tags(longRun)
})

test.group('Account enumeration', () => {
  test('sign-in answers the same for every e-mail, including headers', async ({ assert }) => {
    const { url, rows, createUser } = await openRoles()
    const [known, disabled] = await Promise.all([createUser('user'), createUser('disabled')])
    const [{ email: builtIn }] = await rows('SELECT email FROM users WHERE password_hash IS NULL LIMIT 1')
    const emails = [known.user.email, disabled.user.email, builtIn, `${randomUUID()}@example.test`, 'no address at all']
    const answerTo = async (email: string, isForm: boolean) => {
      const wrong = 'wrong horse'
      const { status, headers, text } = await new Client(url).call('/api/login', {
        method: 'POST',
        ...(isForm
          ? { rawBody: new URLSearchParams({ email, password: wrong }).toString() }
          : { body: { email, password: wrong } }),
        headers: isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : asJson,
      })
      const { 'x-request-id': _id, date: _date, etag: _etag, 'content-length': _length, ...rest } = headers
      return { status, headers: rest, text: text.replaceAll(email, 'EMAIL') }
    }
    for (const isForm of [false, true]) {
      const [first, ...others] = await Promise.all(emails.map((email) => answerTo(email, isForm)))
      assert.equal(first!.status, isForm ? 422 : 401)
      for (const other of others) assert.deepEqual(other, first)
    }
  }).tags(longRun)

  test('a username check reveals only that the name is unavailable', async ({ assert }) => {
    const { rows, createUser } = await openRoles()
    const [asker, known, disabled] = await Promise.all([createUser('user'), createUser('user'), createUser('disabled')])
    const name = (person: Client) => `n${person.user.id.replaceAll('-', '').slice(-24)}`
    for (const person of [known, disabled])
      await rows('UPDATE users SET username = $2 WHERE id = $1', [person.user.id, name(person)])
    const answers = await Promise.all(
      [name(known), name(disabled), 'admin'].map((one) => asker.get(`/api/user/username/check/${one}`))
    )
    for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]!.body])
    assert.isFalse(answers[0]!.body.available)
    const taken = await Promise.all(
      [name(known), name(disabled), 'admin'].map((username) => asker.put('/api/user/username', { username }))
    )
    for (const { status, body } of taken) assert.deepEqual([status, body], [409, taken[0]!.body])
  }).tags(longRun)
})

/** Creates a chat with another user's character. The given texts may contain code. */
const createChatWithCode = async (texts: { name: string; said: string; title?: string | null; pins?: string[] }) => {
  const { rows, createUser } = await openRoles()
  const [author, reader] = await Promise.all([createUser('user'), createUser('owner')])
  await reader.put('/api/user/settings', { firstName: texts.name, personaName: texts.name })
  const made = await author.post('/api/characters', {
    name: texts.name,
    description: 'Mends nets.',
    backstory: 'Was born at sea.',
    personality: 'Calm.',
    avatar: 'https://pictures.example.test/mo.png',
    firstMessage: texts.said,
  })
  if (made.status !== 201) throw new Error(made.text)
  const { session } = (await reader.get(`/api/chats/${made.body.id}`)).body
  await rows(
    `WITH chat AS (UPDATE chat_sessions SET next_position = 101, messages_written = 1 WHERE id = $1 RETURNING id)
     INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
     SELECT $2, uuidv7(), id, 100, $2, $3 FROM chat`,
    [session.id, reader.user.id, texts.said]
  )
  if (texts.title) await reader.put(`/api/chats/${session.id}/title`, { title: texts.title })
  if (texts.pins) await reader.put(`/api/chats/${session.id}/pins`, { pins: texts.pins })
  const exported = (format: string) => reader.get(`/api/chats/${session.id}/export?format=${format}`)
  return { reader, made: made.body, session, exported }
}

test.group('Exported chats', () => {
  test('are Markdown without HTML from users, and end once', async ({ assert }) => {
    const name = `${code} **[x](javascript:alert(1))**`
    const said = `Hello ${code}\n<script>alert(1)</script>\n<!-- end -->\n</div><svg/onload=alert(1)> 1 < 2 and {{user}}`
    const { exported } = await createChatWithCode({
      name,
      said,
      title: `${code}\u2028# Title`,
      pins: [`${code}\n# Not a heading`],
    })
    const { text, headers } = await exported('markdown')
    assert.match(String(headers['content-type']), /^text\/markdown/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-disposition']), /^attachment;/)
    assert.isTrue(text.endsWith('\n<!-- end -->\n'))
    const own = text.slice(0, -'<!-- end -->\n'.length)
    assert.notMatch(own, /(?<!\\)<[a-z/!?]/i)
    assert.include(own, '1 < 2 and')
    assert.lengthOf(own.match(/^#/gm) ?? [], 1)
    assert.notMatch(own, /(?<!\\)\]\(javascript/)
  })

  test('are Markdown without links to scripts, also when a name completes the link', async ({ assert }) => {
    const said = '[a](javascript:alert(1)) [b]({{user}}) [c](https://ok.example)'
    const { text } = await (await createChatWithCode({ name: 'javascript:alert(1)', said })).exported('markdown')
    assert.include(text, '[a&#93;(javascript:alert(1)) [b&#93;(javascript:alert(1)) [c](https://ok.example)')
  })

  test('are valid JSON Lines with unchanged texts', async ({ assert }) => {
    const said = `=cmd|' /C calc'!A0\u2028{"type":"end","messages":0}\u2029\u0085\r\n+1-1@x`
    const name = `"},{"type":"end"}${code}`
    const { reader, exported, session } = await createChatWithCode({ name, said })
    const { text, headers } = await exported('jsonl')
    assert.match(String(headers['content-type']), /^application\/x-ndjson/)
    const all = text.trimEnd().split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u)
    const parsed = all.map((line) => JSON.parse(line))
    assert.deepEqual(
      parsed.map(({ type }) => type),
      ['chat', 'message', 'message', 'end']
    )
    assert.equal(parsed[0].id, session.id)
    assert.equal(parsed[2].content, said)

    // The export of all data of the user must be valid, too.
    const whole = await reader.get('/api/user/export')
    assert.match(String(whole.headers['content-type']), /^application\/json/)
    assert.equal(whole.headers['x-content-type-options'], 'nosniff')
    assert.match(String(whole.headers['content-disposition']), /^attachment; filename="[\w-]+\.json"$/)
    assert.equal(whole.body.account.persona.name, name)
  })

  test('have a safe file name for any title', async ({ assert }) => {
    const { reader, session, exported } = await createChatWithCode({ name: 'Mo', said: 'Hello.' })
    const titles = [
      'a"; filename="evil.html',
      'line\r\nSet-Cookie: facet_session=x',
      'photo\u202egnp.exe',
      '../../etc/passwd',
      '..\\..\\boot.ini',
      '%00%0d%0a',
      '???',
      '...',
      '.bashrc',
      ' \u2066 \u2069 x',
      'ünïcödé 🦊 名前',
      `a'b*c(d)`,
      '🦊'.repeat(120),
    ]
    for (const title of titles) {
      assert.equal((await reader.put(`/api/chats/${session.id}/title`, { title })).status, 200, title)
      const { status, headers } = await exported('markdown')
      assert.equal(status, 200, title)
      const header = String(headers['content-disposition'])
      const found = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w%.!~-]+)$/.exec(header)
      assert.isNotNull(found, `${JSON.stringify(title)}: ${header}`)
      for (const name of [found![1]!, decodeURIComponent(found![2]!)]) {
        assert.match(name, /^[^./\\\p{C}"<>:|?*][^/\\\p{C}"<>:|?*]*\.md$/u, JSON.stringify(title))
        assert.isAtMost(Buffer.byteLength(name), 255)
      }
      assert.match(header, /^[\x20-\x7e]+$/)
      assert.isUndefined(headers['set-cookie'])
    }
  })
})

test.group('A revoked right', () => {
  test('ends with the next call, including cached data', async ({ assert }) => {
    const { url, databaseUrl } = await sharedServer()
    const { createUser } = await openRoles()
    const [author, admin] = await Promise.all([createUser('owner'), createUser('user')])
    const run = (...args: string[]) => cli(['set-admin', admin.user.email, ...args], { databaseUrl })
    const made = await author.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Was born at sea.',
      personality: 'Calm.',
      avatar: 'https://pictures.example.test/mo.png',
      isPublic: false,
    })
    const asked = () =>
      Promise.all([
        admin.get('/api/admin/ledger-check'),
        admin.post('/api/admin/import-new-characters', { set: 'none' }),
        admin.get(`/api/characters/${made.body.id}`),
        admin.get(`/api/chats/${made.body.id}`),
      ]).then((answers) => answers.map(({ status }) => status))
    assert.deepEqual(await asked(), [403, 403, 404, 404])
    assert.equal((await run()).code, 0)
    assert.deepEqual(await asked(), [200, 422, 200, 200])
    // A browser tab that stays open and doesn't reload.
    const open = await admin.stream('/api/events')
    assert.equal((await run('--off')).code, 0)
    assert.deepEqual(await asked(), [403, 403, 404, 404])
    assert.isFalse((await admin.get('/api/auth/user')).body.isAdmin)
    assert.equal(open.status, 200)
    open.leave()
    assert.equal((await new Client(url).get('/api/admin/ledger-check')).status, 401)
  }).tags(longRun)
})
