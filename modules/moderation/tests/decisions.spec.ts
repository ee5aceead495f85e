import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Accounts } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import type { Client } from '#tests/support/client'
import sharp from 'sharp'
import { plain, upload } from '#modules/imagegen/tests/support'
import { limits, type Statement } from '../api.ts'
import { PurgeCases } from '../src/actions/purge_cases.ts'
import { caseOf, decide, expectStatus, setUp } from './support.ts'

/** A picture with varied areas, so that its copies look alike and others don't. */
const noisyScene = () => {
  const seed = newId().replaceAll('-', '')
  const grey = Buffer.from(Array.from({ length: 64 }, (_, at) => (parseInt(seed[at % 32]!, 16) * 16 + at * 7) % 256))
  return sharp(grey, { raw: { width: 8, height: 8, channels: 1 } }).resize(240, 240, { kernel: 'cubic' })
}

const signIn = ({ user }: Client, visitor: Client) =>
  visitor.post('/api/login', { email: user.email, password: 'correct horse' })

test.group('Decisions', () => {
  test('hide a character, which its owner can’t publish again, until they are undone', async ({ assert }) => {
    const { moderator, author, reader, visitor, characterId, newCase, actsOn } = await setUp()
    const of = await newCase({ kind: 'character', id: characterId })
    const decided = expectStatus(await decide(moderator, of, 'hide'), 200)
    assert.containSubset(decided, { state: 'closed', decision: 'hide', dueAt: null })
    const statuses = async () => [
      (await visitor.get(`/api/characters/${characterId}`)).status,
      (await reader.get(`/api/characters/${characterId}`)).status,
      (await author.get(`/api/characters/${characterId}`)).status,
    ]
    assert.deepEqual(await statuses(), [404, 404, 200])
    const notified = async () => (await author.get('/api/notifications')).body[0]
    const told = await notified()
    assert.deepInclude(told, { kind: 'decision', title: 'Your character was hidden', count: 1 })
    assert.match(told.href, /^\/statement\/.+/)
    const link = `/api/statement-links/${told.href.slice('/statement/'.length)}`
    assert.equal((await visitor.get(link)).body.title, told.title)
    const published = await author.put(`/api/characters/${characterId}`, { isPublic: true })
    assert.deepEqual([published.status, published.body.errors[0].rule], [422, 'restricted'])
    expectStatus(await author.put(`/api/characters/${characterId}`, { name: 'Another', isPublic: false }), 200)

    const [decision] = decided.decisions
    const undone = expectStatus(
      await moderator.post(`/api/admin/decisions/${decision.id}/undo`, { words: 'A mistake.' }),
      200
    )
    assert.equal(undone.state, 'open')
    assert.deepInclude(await notified(), { text: 'We have undone this decision.', count: 2 })
    assert.deepEqual(await statuses(), [404, 404, 200], 'nobody has judged the change')
    expectStatus(await author.put(`/api/characters/${characterId}`, { isPublic: true }), 200)
    assert.deepEqual(await statuses(), [200, 200, 200])
    const about = { case: of.id, thing: 'character', thingId: characterId }
    assert.deepEqual(await actsOn(author.user.id), [
      { kind: 'report_decided', before: null, after: { decision: 'hide', reason: 'hate', ...about } },
      { kind: 'decision_undone', before: { decision: 'hide' }, after: about },
    ])
  })

  test('mark a character as adult, and remove it with its texts kept for an appeal', async ({ assert }) => {
    const { moderator, author, visitor, reader, characterId, newCase, run } = await setUp()
    const path = `/api/characters/${characterId}`
    let of = await newCase({ kind: 'character', id: characterId })
    of = expectStatus(await decide(moderator, of, 'mark_adult'), 200)
    assert.equal((await visitor.get(path)).status, 404)
    assert.isTrue((await reader.get(path)).body.isNsfw)
    assert.equal((await author.put(path, { isNsfw: false })).body.errors[0].rule, 'restricted')
    assert.equal((await decide(moderator, of, 'mark_adult')).body.code, 'no_effect')

    of = expectStatus(await decide(moderator, of, 'remove'), 200)
    assert.equal((await author.get(path)).status, 404)
    await run(`UPDATE characters SET deleted_at = now() - interval '40 days' WHERE id = $1`, [characterId])
    for (const { id } of of.decisions.toReversed())
      expectStatus(await moderator.post(`/api/admin/decisions/${id}/undo`, { words: 'A mistake.' }), 200)
    const restored = expectStatus(await visitor.get(path), 200)
    assert.containSubset(restored, { isNsfw: false, isPublic: true, backstory: 'Was born at sea.' })
  })

  test('remove a comment, and restore it', async ({ assert }) => {
    const { moderator, reader, characterId, newComment, newCase } = await setUp()
    const path = `/api/characters/${characterId}/comments`
    const comment = await newComment(reader, 'Rude.')
    const of = await newCase({ kind: 'comment', id: comment })
    assert.equal((await decide(moderator, of, 'hide')).body.code, 'not_applicable')
    const { decisions } = expectStatus(await decide(moderator, of, 'remove'), 200)
    assert.deepEqual((await reader.get(path)).body, [])
    assert.equal((await reader.post(`${path}/${comment}/restore`)).status, 404)
    expectStatus(await moderator.post(`/api/admin/decisions/${decisions[0].id}/undo`, { words: 'Fine.' }), 200)
    assert.deepEqual(
      (await reader.get(path)).body.map(({ id }: { id: string }) => id),
      [comment]
    )
  })

  test('remove a picture, and refuse its upload until they are undone', async ({ assert }) => {
    const { moderator, author, reader, visitor, newCase } = await setUp()
    const bytes = await plain(40, 50).png().toBuffer()
    const { url } = expectStatus(await upload(author, bytes), 201)
    const hash = /[0-9a-f]{64}/.exec(url)![0]
    const of = await newCase({ kind: 'picture', id: hash }, reader)
    assert.equal(of.author!.id, author.user.id)
    assert.equal((await visitor.get(url)).status, 200)
    const { decisions } = expectStatus(await decide(moderator, of, 'remove'), 200)
    assert.equal((await visitor.get(url)).status, 404)
    const again = await upload(reader, bytes)
    assert.deepEqual([again.status, again.body.errors[0].rule], [422, 'blocked'])
    expectStatus(await moderator.post(`/api/admin/decisions/${decisions[0].id}/undo`, { words: 'Fine.' }), 200)
    assert.equal((await visitor.get(url)).status, 200)
    expectStatus(await upload(reader, bytes), 201)
  })

  /** Two people's pictures that look alike and another picture, and the case about the first one. */
  const setUpCopies = async () => {
    const stage = await setUp()
    const { author, reader, newCase, newUser } = stage
    const original = await noisyScene().png().toBuffer()
    const put = async (by: Client, bytes: Buffer) => expectStatus(await upload(by, bytes), 201).url as string
    const copier = await newUser()
    const urls = [
      await put(author, original),
      await put(copier, await sharp(original).resize(120).jpeg({ quality: 70 }).toBuffer()),
      await put(author, await sharp(original).rotate(180).png().toBuffer()),
    ]
    const [first, copy, other] = urls.map((url) => /[0-9a-f]{64}/.exec(url)![0]) as [string, string, string]
    const of = await newCase({ kind: 'picture', id: first }, reader)
    const statuses = () => Promise.all(urls.map(async (url) => (await stage.visitor.get(url)).status))
    const statementsOf = async (person: Client): Promise<Statement[]> =>
      expectStatus(await person.get('/api/statements'), 200)
    return { ...stage, copier, of, copy, other, statuses, statementsOf }
  }

  test('remove pictures that look alike only when the moderator confirms them, with a statement to each owner', async ({
    assert,
  }) => {
    const { moderator, author, copier, of, copy, other, statuses, statementsOf, actsOn, run } = await setUpCopies()
    assert.deepEqual(of.alike, [copy])
    const { decisions } = expectStatus(await decide(moderator, of, 'remove', { alike: [copy, other] }), 200)
    const [{ id }] = decisions
    assert.deepEqual(await statuses(), [404, 404, 200])
    const [own] = await statementsOf(author)
    assert.include(own!.paragraphs.join(' '), 'which users reported')
    const [statement, ...more] = await statementsOf(copier)
    assert.deepEqual(more, [])
    assert.containSubset(statement, { title: 'Your picture was removed', canAppeal: true })
    assert.include(statement!.paragraphs.join(' '), 'which a program found to look like one that was reported')
    assert.containSubset(await actsOn(copier.user.id), [
      { kind: 'report_decided', after: { thingId: copy, copyOf: id } },
    ])
    const mails = await run(`SELECT FROM mail_outbox WHERE user_id = $1 AND kind = 'statement'`, [copier.user.id])
    assert.lengthOf(mails, 1)

    const undo = () => moderator.post(`/api/admin/decisions/${id}/undo`, { words: 'Fine.' })
    expectStatus(await undo(), 200)
    assert.deepEqual(await statuses(), [200, 200, 200])
    assert.containSubset(await statementsOf(copier), [{ isUndone: true, canAppeal: false }])
    const [{ state }] = await run('SELECT state FROM report_cases WHERE thing_id = $1', [copy])
    assert.equal(state, 'closed', 'only the reported picture waits for a new decision')
  })

  test('on a copy are appealed and undone alone', async ({ assert }) => {
    const { moderator, copier, of, copy, statuses, statementsOf, newStaff } = await setUpCopies()
    expectStatus(await decide(moderator, of, 'remove', { alike: [copy] }), 200)
    const [statement] = await statementsOf(copier)
    expectStatus(await copier.post(`/api/statements/${statement!.id}/appeal`, { words: 'I drew it.' }), 200)
    const second = await newStaff('moderator')
    const body = { outcome: 'reversed', words: 'You did.' }
    const answered = expectStatus(await second.post(`/api/admin/decisions/${statement!.id}/appeal`, body), 200)
    assert.containSubset(answered, {
      thing: { kind: 'picture', id: copy },
      author: { id: copier.user.id },
      reportList: [{ snapshot: { title: 'Picture' } }],
      decisions: [{ isOfCopy: true }],
    })
    assert.deepEqual(await statuses(), [404, 200, 200])
  })

  test('on a picture are reversed with those on its copies, and an appeal against one of these', async ({ assert }) => {
    const { moderator, author, copier, of, copy, statuses, statementsOf, newStaff } = await setUpCopies()
    const { decisions } = expectStatus(await decide(moderator, of, 'remove', { alike: [copy] }), 200)
    for (const person of [author, copier]) {
      const [statement] = await statementsOf(person)
      expectStatus(await person.post(`/api/statements/${statement!.id}/appeal`, { words: 'It is mine.' }), 200)
    }
    const second = await newStaff('moderator')
    const body = { outcome: 'reversed', words: 'It is.' }
    expectStatus(await second.post(`/api/admin/decisions/${decisions[0].id}/appeal`, body), 200)
    assert.deepEqual(await statuses(), [200, 200, 200])
    assert.containSubset(await statementsOf(copier), [
      { isUndone: true, appeal: { outcome: 'reversed', answer: 'It is.' } },
    ])
  })

  test('on copies of people with an equal role are refused, and join a case that was open', async ({ assert }) => {
    const { moderator, copier, reader, of, copy, statuses, run, newCase } = await setUpCopies()
    await run(`UPDATE users SET role = 'moderator' WHERE id = $1`, [copier.user.id])
    const refused = await decide(moderator, of, 'remove', { alike: [copy] })
    assert.deepEqual([refused.body.code, await statuses()], ['role_too_high', [200, 200, 200]])
    await run(`UPDATE users SET role = 'member' WHERE id = $1`, [copier.user.id])
    const open = await newCase({ kind: 'picture', id: copy }, reader)
    expectStatus(await decide(moderator, of, 'remove', { alike: [copy] }), 200)
    assert.containSubset(await caseOf(moderator, open.id), { state: 'closed', reports: 2, decision: 'remove' })
  })

  test('suspend a person for a time, who reads the reasons by a link, and ban for good', async ({ assert }) => {
    const { moderator, author, visitor, characterId, newCase, run } = await setUp()
    let of = await newCase({ kind: 'profile', id: author.user.id })
    of = expectStatus(await decide(moderator, of, 'suspend', { days: 3 }), 200)
    assert.equal((await author.get('/api/auth/user')).status, 401)
    assert.equal((await visitor.get(`/api/characters/${characterId}`)).status, 404)
    const refused = await signIn(author, visitor)
    assert.deepEqual([refused.status, refused.body.code], [401, 'account_disabled'])
    const link = new URL(/http\S+/.exec(refused.body.message)![0])
    const token = link.pathname.split('/').at(-1)!
    const statement = expectStatus(await visitor.get(`/api/statement-links/${token}`), 200)
    assert.containSubset(statement, { title: 'Your account is suspended', isUndone: false, canAppeal: true })
    assert.include(statement.paragraphs.join(' '), 'It attacks sailors.')

    of = expectStatus(await decide(moderator, of, 'ban'), 200)
    assert.equal((await decide(moderator, of, 'suspend', { days: 1 })).body.code, 'no_effect')
    const [suspension, ban] = of.decisions
    expectStatus(await moderator.post(`/api/admin/decisions/${ban!.id}/undo`, { words: 'Too hard.' }), 200)
    assert.equal((await signIn(author, visitor)).status, 401, 'the suspension still holds')
    const [{ until }] = await run('SELECT disabled_until AS until FROM users WHERE id = $1', [author.user.id])
    assert.equal(until.toISOString(), suspension!.until)
    expectStatus(await moderator.post(`/api/admin/decisions/${suspension!.id}/undo`, { words: 'A joke.' }), 200)
    assert.equal((await signIn(author, visitor)).status, 200)
    assert.equal((await visitor.get(`/api/characters/${characterId}`)).status, 200)
  })

  test('a suspension that has ended has no effect to undo', async ({ assert }) => {
    const { moderator, author, visitor, newCase, run, newStaff } = await setUp()
    const of = await newCase({ kind: 'profile', id: author.user.id })
    const { decisions } = expectStatus(await decide(moderator, of, 'suspend', { days: 1 }), 200)
    await run(`UPDATE report_decisions SET until = now() - interval '1 second' WHERE id = $1`, [decisions[0].id])
    // Ended by `EndSuspensions`, which suspensions.spec.ts tests.
    await run('UPDATE users SET disabled_at = NULL, disabled_until = NULL WHERE id = $1', [author.user.id])
    const admin = await newStaff('admin')
    expectStatus(await admin.put(`/api/admin/users/${author.user.id}/disabled`, { disabled: true }), 200)
    expectStatus(await moderator.post(`/api/admin/decisions/${decisions[0].id}/undo`, { words: 'A joke.' }), 200)
    assert.equal((await signIn(author, visitor)).status, 401)
  })

  test('are refused about people with an equal or higher role, and without a recent proof', async ({ assert }) => {
    const { moderator, author, newStaff, newCase, run } = await setUp()
    const [peer, admin, other] = [await newStaff('moderator'), await newStaff('admin'), await newStaff('moderator')]
    for (const above of [peer, admin, moderator]) {
      const of = await newCase({ kind: 'profile', id: above.user.id })
      assert.equal((await decide(moderator, of, 'warn')).body.code, 'role_too_high')
      assert.equal((await decide(moderator, of, 'ban')).body.code, 'role_too_high')
      expectStatus(await decide(moderator, of, 'dismiss'), 200)
    }
    const of = await newCase({ kind: 'profile', id: author.user.id })
    await run(`UPDATE auth_sessions SET proven_at = now() - interval '2 hours' WHERE user_id = $1`, [other.user.id])
    assert.equal((await decide(other, of, 'ban')).body.code, 'proof_needed')
    expectStatus(await decide(other, of, 'warn'), 200)
  })

  test('of two moderators at once are one', async ({ assert }) => {
    const { moderator, newStaff, characterId, newCase } = await setUp()
    const second = await newStaff('moderator')
    const of = await newCase({ kind: 'character', id: characterId })
    const answers = await Promise.all([decide(moderator, of, 'hide'), decide(second, of, 'remove')])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.lengthOf((await caseOf(moderator, of.id)).decisions, 1)
  })

  test('are validated', async ({ assert }) => {
    const { moderator, author, newCase } = await setUp()
    const of = await newCase({ kind: 'profile', id: author.user.id })
    for (const [kind, fields] of [
      ['warn', { reason: null }],
      ['warn', { reason: 'boring' }],
      ['warn', { words: ' ' }],
      ['warn', { words: 'x'.repeat(limits.wordsMax + 1) }],
      ['suspend', {}],
      ['suspend', { days: 0 }],
      ['suspend', { days: limits.suspensionDaysMax + 1 }],
      ['suspend', { days: 1.5 }],
      ['dismiss', { seen: undefined }],
      ['explode', {}],
    ] as const)
      assert.equal(
        (await decide(moderator, of, kind as never, fields)).status,
        422,
        `${kind} ${JSON.stringify(fields)}`
      )
    const missing = { ...of, id: newId() }
    assert.equal((await decide(moderator, missing, 'dismiss')).status, 404)
    expectStatus(await decide(moderator, of, 'warn', { words: '💎'.repeat(limits.wordsMax) }), 200)
  })

  test('about a built-in character change the character, and no person', async ({ assert }) => {
    const { moderator, run, newCase, visitor } = await setUp()
    const [{ id }] = await run(
      `SELECT id FROM characters WHERE is_public AND deleted_at IS NULL AND NOT is_nsfw
         AND created_by = (SELECT id FROM users WHERE email = 'characters@built-in.invalid') LIMIT 1`
    )
    const of = await newCase({ kind: 'character', id })
    assert.isNull(of.author)
    assert.equal((await decide(moderator, of, 'warn')).body.code, 'not_applicable')
    const { decisions } = expectStatus(await decide(moderator, of, 'hide'), 200)
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 404)
    expectStatus(await moderator.post(`/api/admin/decisions/${decisions[0].id}/undo`, { words: 'Fine.' }), 200)
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 200)
  })

  test('let a thing be reported again, and show the earlier case', async ({ assert }) => {
    const { moderator, reader, characterId, newCase } = await setUp()
    const thing = { kind: 'character', id: characterId } as const
    const first = await newCase(thing, reader)
    expectStatus(await decide(moderator, first, 'dismiss'), 200)
    const second = await newCase(thing, reader)
    assert.notEqual(second.id, first.id)
    assert.deepEqual(
      second.history.map(({ id, decision }) => [id, decision]),
      [[first.id, 'dismiss']]
    )
  })
})

test.group('Deleted accounts', () => {
  test('take their cases and their names with them', async ({ assert }) => {
    const { moderator, author, reader, characterId, newCase, run, newUser } = await setUp()
    const gone = await newUser()
    const of = await newCase({ kind: 'character', id: characterId }, gone)
    const own = await newCase({ kind: 'profile', id: gone.user.id }, reader)
    expectStatus(await decide(moderator, own, 'warn'), 200)
    expectStatus(await gone.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } }), 200)
    assert.deepEqual(
      (await caseOf(moderator, of.id)).reportList.map(({ reporter }) => reporter),
      [null]
    )
    assert.equal((await moderator.get(`/api/admin/cases/${own.id}`)).status, 404)
    expectStatus(await author.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } }), 200)
    assert.deepEqual(await run('SELECT id FROM report_cases WHERE author_id = $1', [author.user.id]), [])
  })

  test('export the reports and decisions before', async ({ assert }) => {
    const { moderator, author, reader, newCase } = await setUp()
    const of = await newCase({ kind: 'profile', id: author.user.id }, reader)
    expectStatus(await decide(moderator, of, 'warn'), 200)
    const ofReader = (await reader.get('/api/user/export')).body
    assert.containSubset(ofReader.reports, [{ kind: 'profile', thingId: author.user.id, reason: 'hate' }])
    const ofAuthor = (await author.get('/api/user/export')).body
    assert.containSubset(ofAuthor.decisions, [{ kind: 'warn', words: 'It attacks sailors.', appeal: null }])
    assert.notInclude(JSON.stringify(ofAuthor), reader.user.id)
  })
})

test.group('Closed cases', () => {
  test('are deleted after half a year, unless they still disable a person', async ({ assert }) => {
    const db = await app.container.make(Database)
    const accounts = await app.container.make(Accounts)
    const opened = await accounts.open({ email: `${newId()}@example.test`, password: 'correct horse' })
    if (!opened.ok) throw new Error('not opened')
    const { userId } = opened.value
    const add = async (state: string, days: number, kind: string | null): Promise<string> => {
      const { rows } = await db.rawQuery(
        `INSERT INTO report_cases (thing_kind, thing_id, title, author_id, reason, state, queued_at)
         VALUES ('profile', ?, 'Ann', ?::uuid, 'spam', ?, now() - make_interval(days => ?::int)) RETURNING id`,
        [newId(), userId, state, days]
      )
      if (kind)
        await db.rawQuery(
          `INSERT INTO report_decisions (case_id, subject_id, kind, words) VALUES (?::uuid, ?::uuid, ?, '')`,
          [rows[0].id, userId, kind]
        )
      return rows[0].id
    }
    const kept = [
      await add('closed', limits.appealDays - 1, 'remove'),
      await add('closed', limits.appealDays + 1, 'ban'),
      await add('open', limits.appealDays + 1, null),
    ]
    await add('closed', limits.appealDays + 1, 'remove')
    await (await app.container.make(PurgeCases)).run()
    const { rows } = await db.rawQuery('SELECT id FROM report_cases WHERE author_id = ?::uuid ORDER BY id', [userId])
    assert.deepEqual(
      rows.map(({ id }: { id: string }) => id),
      kept
    )
  })
})
