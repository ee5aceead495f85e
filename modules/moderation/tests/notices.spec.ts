import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { startWithInbox, sharedMailServer } from '#modules/accounts/tests/mail_server'
import { newNetwork, solved } from '#modules/accounts/tests/sign_up_support'
import { SealedSecrets } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { startServer } from '#tests/support/server'
import { limits } from '../api.ts'
import { PurgeCases } from '../src/actions/purge_cases.ts'
import { thingAt } from '../src/domain/locations.ts'
import { Contacts } from '../src/notices/contacts.ts'
import { CaseQueueQuery } from '../src/queries/case_queue_query.ts'
import { caseOf, decide, expectStatus, newWord, setUp } from './support.ts'

const mailed = async () => {
  const { server, inbox } = await sharedMailServer()
  const stage = await setUp(server)
  const email = `${newWord()}@example.test`
  const notice = {
    kind: 'illegal',
    location: '',
    words: 'It is against the law.',
    name: 'Ann Venn',
    email,
    isGoodFaith: true,
  }
  const send = (fields: object) => stage.visitor.post('/api/notices', { ...notice, ...fields })
  const confirm = async () => {
    const mail = await inbox.take(email)
    const token = decodeURIComponent(mail.path.split('/').at(-1)!)
    return { mail, answer: await stage.visitor.post('/api/notices/confirm', { token }) }
  }
  const caseAbout = async (thingId: string): Promise<string | undefined> =>
    (await stage.run(`SELECT id FROM report_cases WHERE thing_id = $1 AND state = 'open'`, [thingId]))[0]?.id
  return { ...stage, server, inbox, email, send, confirm, caseAbout }
}

test.group('Notices by the public form', () => {
  test('enter the queue when their address is confirmed, and are answered by mail', async ({ assert }) => {
    const { url, moderator, characterId, inbox, email, send, confirm, caseAbout, visitor } = await mailed()
    const location = `${url}/character/${characterId}`
    expectStatus(await send({ location }), 201)
    assert.isUndefined(await caseAbout(characterId))
    const { mail, answer } = await confirm()
    expectStatus(answer, 200)
    for (const typed of ['Ann', 'law', characterId]) assert.notInclude(mail.text + mail.subject, typed)
    const number = /[2-9A-Z]{10}/.exec(mail.text)![0]

    const of = await caseOf(moderator, (await caseAbout(characterId))!)
    const [report] = of.reportList
    assert.containSubset(report, { reporter: null, reason: 'illegal', words: 'It is against the law.' })
    assert.deepEqual(report!.notice, { number, location, isConfirmed: true, contact: { name: 'Ann Venn', email } })
    expectStatus(await decide(moderator, of, 'hide'), 200)
    assert.equal((await visitor.get(`/api/characters/${characterId}`)).status, 404)
    const last = await inbox.take(email)
    assert.include(last.subject, number)
    assert.include(last.text, 'We have acted on what you told us.')
    assert.notInclude(last.text, 'It attacks sailors.')
  })

  test('about a place that isn’t a thing here are answered in the moderator’s words', async ({ assert }) => {
    const { moderator, inbox, email, send, confirm, run } = await mailed()
    const location = `a poster in ${newWord()}`
    expectStatus(await send({ location }), 201)
    await confirm()
    const [{ id }] = await run('SELECT id FROM public_notices WHERE location = $1', [location])
    const [{ id: caseId }] = await run('SELECT id FROM report_cases WHERE thing_id = $1', [id])
    const of = await caseOf(moderator, caseId)
    assert.equal((await decide(moderator, of, 'hide')).body.code, 'not_applicable')
    expectStatus(await decide(moderator, of, 'dismiss', { words: 'We have taken the poster down.' }), 200)
    assert.include((await inbox.take(email)).text, 'We have taken the poster down.')
  })

  test('about intimate pictures enter the queue at once, with a clock of 48 hours', async ({ assert }) => {
    const { url, moderator, send, characterId, reader, newCase, caseAbout } = await mailed()
    const usual = await newCase({ kind: 'character', id: characterId }, reader)
    expectStatus(await send({ kind: 'intimate', location: `${url}/share/${characterId}` }), 201)
    assert.equal(await caseAbout(characterId), usual.id)
    const of = await caseOf(moderator, usual.id)
    const hours = (Date.parse(of.dueAt!) - Date.parse(of.reportList[1]!.createdAt)) / 3_600_000
    assert.closeTo(hours, limits.intimateDueHours, 1)
    assert.isFalse(of.reportList[1]!.notice!.isConfirmed)
  })

  test('are confirmed twice as once, and not with another token', async ({ assert }) => {
    const { send, inbox, email, visitor, run } = await mailed()
    const location = newWord()
    expectStatus(await send({ location }), 201)
    const mail = await inbox.take(email)
    const token = decodeURIComponent(mail.path.split('/').at(-1)!)
    for (let n = 0; n < 2; n++) expectStatus(await visitor.post('/api/notices/confirm', { token }), 200)
    const rows = await run(
      'SELECT reports FROM report_cases WHERE thing_id = (SELECT id::text FROM public_notices WHERE location = $1)',
      [location]
    )
    assert.deepEqual(rows, [{ reports: 1 }])
    assert.equal((await visitor.post('/api/notices/confirm', { token: `${token}x` })).status, 404)
  })

  test('have bounds, and need a plain address and good faith', async ({ assert }) => {
    const { send } = await mailed()
    for (const fields of [
      { location: ' ' },
      { location: 'x'.repeat(limits.locationMax + 1) },
      { location: 'a', words: '' },
      { location: 'a', name: 'x'.repeat(limits.nameMax + 1) },
      { location: 'a', email: 'ann@example.test, ben@example.test' },
      { location: 'a', isGoodFaith: false },
      { location: 'a', kind: 'spam' },
    ])
      assert.equal((await send(fields)).status, 422, JSON.stringify(fields).slice(0, 60))
    const longest = (max: number) => '💎'.repeat(max)
    const { locationMax, wordsMax, nameMax } = limits
    expectStatus(await send({ location: longest(locationMax), words: longest(wordsMax), name: longest(nameMax) }), 201)
  })

  test('are limited per address and network', async ({ assert }) => {
    const { server, inbox } = await startWithInbox({
      env: { RATE_LIMITS: 'on', TRUST_PROXY: 'true', CHALLENGE: 'off' },
    })
    const { visitor } = await setUp(server)
    const send = async (email: string, network: string) => {
      const body = { kind: 'illegal', location: 'a', words: 'b', name: '', email, isGoodFaith: true }
      const answer = await visitor.call('/api/notices', {
        method: 'POST',
        body,
        headers: { 'x-forwarded-for': network },
      })
      return answer.status
    }
    for (let n = 0; n < limits.noticesADayAndAddress; n++)
      assert.equal(await send('ann@example.test', `203.0.113.${n}`), 201)
    assert.equal(await send('Ann@example.test', '203.0.113.9'), 429)
    for (let n = 0; n < limits.noticesAnHourAndNetwork; n++)
      assert.equal(await send(`ben${n}@example.test`, '198.51.100.1'), 201)
    assert.equal(await send('cleo@example.test', '198.51.100.1'), 429)
    await server.stop()
    await inbox.close()
  }).timeout(60_000)

  test('need proof of work after the first one of a network, apart from refused ones', async ({ assert }) => {
    const server = await startServer({ env: { CHALLENGE: 'on', RATE_LIMITS: 'on', TRUST_PROXY: 'true' } })
    const client = new Client(server.url)
    const headers = { 'x-forwarded-for': newNetwork() }
    let emails = 0
    const send = (challenge?: unknown, email = `ann${++emails}@example.test`) => {
      const body = { kind: 'illegal', location: 'a', words: 'b', name: '', email, isGoodFaith: true, challenge }
      return client.call('/api/notices', { method: 'POST', body, headers })
    }
    const challenge = async () => (await client.call('/api/challenge?form=report', { headers })).body
    assert.deepEqual(await challenge(), { challenge: null })
    assert.equal((await send(undefined, 'no address')).status, 422)
    expectStatus(await send(), 201)
    const refused = await send()
    assert.deepEqual([refused.status, refused.body.code], [403, 'challenge_needed'])
    const answer = await solved(await challenge())
    expectStatus(await send(answer), 201)
    assert.equal((await send(answer)).status, 403)
    await server.stop()
  })
})

test.group('Contacts of notices', () => {
  const addNotice = async (state: 'open' | 'closed', days: number, isFiled = true) => {
    const db = await app.container.make(Database)
    const contacts = await app.container.make(Contacts)
    const id = newId()
    const { rows } = await db.rawQuery(
      `INSERT INTO report_cases (thing_kind, thing_id, title, reason, state, queued_at)
       VALUES ('notice', ?, 'A notice', 'illegal', ?, now() - make_interval(days => ?::int)) RETURNING id`,
      [id, state, days]
    )
    const caseId: string = rows[0].id
    // A ban keeps the case.
    await db.rawQuery(
      `INSERT INTO report_decisions (case_id, subject_id, kind, words) VALUES (?::uuid, uuidv7(), 'ban', '')`,
      [caseId]
    )
    const report = await db.rawQuery(
      `INSERT INTO reports (case_id, reason, words) VALUES (?::uuid, 'illegal', '') RETURNING id`,
      [caseId]
    )
    await db.rawQuery(
      `INSERT INTO public_notices (id, number, kind, location, words, sealed_contact, report_id, created_at)
       VALUES (?::uuid, ?, 'illegal', 'a', 'b', ?, ?::uuid, now() - make_interval(days => ?::int))`,
      [id, id, contacts.seal(id, { name: '', email: 'ann@example.test' }), isFiled ? report.rows[0].id : null, days]
    )
    return { id, db, contacts }
  }
  const sealedOf = async (db: Database, id: string): Promise<string | null | undefined> =>
    (await db.rawQuery('SELECT sealed_contact AS sealed FROM public_notices WHERE id = ?::uuid', [id])).rows[0]?.sealed

  test('are deleted half a year after their case was closed', async ({ assert }) => {
    const { id: old, db } = await addNotice('closed', limits.appealDays + 1)
    const { id: open } = await addNotice('open', limits.appealDays + 1)
    const { id: late } = await addNotice('open', limits.confirmDays + 1, false)
    await (await app.container.make(PurgeCases)).run()
    assert.isNull(await sealedOf(db, old))
    assert.isString(await sealedOf(db, open))
    assert.isUndefined(await sealedOf(db, late))
  })

  test('are encrypted for their row, and again after a change of the key', async ({ assert }) => {
    const { id, db, contacts } = await addNotice('open', 0)
    const sealed = (await sealedOf(db, id))!
    assert.notInclude(sealed, 'ann@example.test')
    assert.isNull(contacts.open(newId(), sealed))
    const { resealed } = await (await app.container.make(SealedSecrets)).reseal()
    assert.isAtLeast(resealed, 1)
    const again = (await sealedOf(db, id))!
    assert.notEqual(again, sealed)
    assert.deepEqual(contacts.open(id, again), { name: '', email: 'ann@example.test' })
  })

  test('urgent cases are those about intimate pictures that are due within twelve hours', async ({ assert }) => {
    const db = await app.container.make(Database)
    await db.transaction(async (trx) => {
      const urgent = () => new CaseQueueQuery().urgent(trx)
      const before = await urgent()
      for (const [reason, hours] of [
        ['intimate', 11],
        ['intimate', -1],
        ['intimate', 13],
        ['spam', 1],
      ] as const)
        await trx.rawQuery(
          `INSERT INTO report_cases (thing_kind, thing_id, title, reason, queued_at)
           VALUES ('notice', uuidv7()::text, 'A notice', ?, now() + make_interval(hours => ?::int))`,
          [reason, hours]
        )
      assert.equal((await urgent()) - before, 2)
      await trx.rollback()
    })
  })
})

test.group('Places of notices', () => {
  const id = '019ad5f0-0000-7000-8000-000000000001'
  const hash = 'a'.repeat(64)
  for (const [location, kind] of [
    [`https://facet.test/character/${id}`, 'character'],
    [` https://facet.test/share/${id}?x=1 `, 'character'],
    [`/chat/${id}`, 'character'],
    [`https://facet.test/pictures/uploads/${hash}.webp?w=96`, 'picture'],
    [`https://elsewhere.test/character/${id}`, null],
    [`javascript:alert(1)`, null],
    ['on the second page', null],
    ['', null],
  ] as const)
    test(`${location || 'an empty text'} is ${kind ?? 'no thing'}`, ({ assert }) => {
      assert.equal(thingAt(location, 'https://facet.test')?.kind ?? null, kind)
    })
})
