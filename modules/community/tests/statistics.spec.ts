import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { OwnLorebooks } from '#modules/accounts/index'
import { ReaderActivity } from '#modules/chat/index'
import { CharacterOriginals, Gallery } from '#modules/gallery/index'
import { CreatorLinks } from '#modules/gallery/src/queries/creator_links'
import { FindCharacterDetailsQuery } from '#modules/gallery/src/queries/find_character_details_query'
import { newId } from '#modules/kernel/ids'
import { appOwner } from '#tests/support/app'
import { statisticsLimits } from '../api.ts'
import { CountViews } from '../src/statistics/count_views.ts'
import { forgetUser } from '../src/statistics/forget.ts'
import { statisticsCsv } from '../src/statistics/statistics_csv.ts'
import { StatisticsQuery } from '../src/statistics/statistics_query.ts'
import { addCharacter, addChat, close, dayAfter, firstDay, rollUpAt } from './statistics_support.ts'

const viewer = (id: string) => ({ id, isAdmin: false, limitlessEnabled: false })
const ids = (count: number) => Array.from({ length: count }, newId)

const read = async (characterId: string, ownerId: string, range: 7 | 30 | 90 = 90) =>
  (await (await app.container.make(StatisticsQuery)).ofCharacter(characterId, viewer(ownerId), range))!

const waitingOf = async (characterId: string) => {
  const { rows } = await (
    await appOwner()
  ).rawQuery('SELECT count(*)::int AS rows FROM waiting_activity WHERE character_id = ?', [characterId])
  return rows[0].rows
}

/** Adds waiting rows of readers, as the count of a time span leaves them. */
const wait = async (characterId: string, readers: readonly string[], day: string, { part = 1, kind = 'talk' } = {}) => {
  const owner = await appOwner()
  for (const reader of readers)
    await owner.rawQuery(
      `INSERT INTO waiting_activity (user_id, character_id, kind, part, chat_session_id, day, chats, messages, answers, answer_characters)
       VALUES (?, ?, ?, ?, ?, ?::date, 1, 2, 2, 100)`,
      [reader, characterId, kind, part, newId(), day]
    )
}

test.group('Statistics of characters', () => {
  test('count the replies of a closed day once, without the owner, group chats and requests of programs', async ({
    assert,
  }) => {
    const [ownerId, ...readers] = ids(7) as [string, ...string[]]
    const characterId = await addCharacter(ownerId)
    const at = `${firstDay}T23:10:00Z`
    const replies = [
      { text: 'Four' },
      { kind: 'reroll', text: 'Sixteen letters.' },
      { kind: 'reply', state: 'stopped', text: 'No', at: `${firstDay}T23:59:00Z` },
      { state: 'failed', text: 'Never shown' },
    ] as const
    for (const reader of readers) await addChat({ reader, characterId, at, replies: [...replies] })
    await addChat({ reader: ownerId, characterId, at })
    await addChat({ reader: newId(), characterId, at, isGroup: true })
    const request = await addChat({ reader: newId(), characterId, at })
    // Chats of the day before, which make their readers returning ones.
    for (const reader of readers.slice(0, 5))
      await addChat({ reader, characterId, at: `${dayAfter(-1)}T12:00:00Z`, replies: [] })
    const owner = await appOwner()
    await owner.rawQuery(
      `UPDATE chat_sessions SET messages_written = 1 WHERE character_id = ? AND created_at < ?::timestamptz`,
      [characterId, firstDay]
    )
    await owner.rawQuery(
      'UPDATE chat_sessions SET messages_imported = messages_written, deleted_at = now() WHERE id = ?',
      [request]
    )

    const { run } = await rollUpAt({ now: `${dayAfter(1)}T02:59:00Z` })
    await run()
    assert.isEmpty((await read(characterId, ownerId)).cells, 'The day isn’t over for replies that still run.')
    const first = await rollUpAt({ now: `${dayAfter(1)}T03:00:00Z` }, null)
    const second = await rollUpAt({ now: `${dayAfter(1)}T03:00:00Z` }, null)
    await Promise.all([first.run(), second.run()])
    await first.run()
    const statistics = await read(characterId, ownerId)
    assert.deepEqual(statistics.cells, [
      {
        kind: 'talk',
        firstDay,
        lastDay: firstDay,
        parts: { first: 1, last: 1 },
        people: 6,
        // One person didn't return, so the number of those who did would tell about this person.
        returned: null,
        views: 0,
        chats: 6,
        messages: 12,
        rerolls: 6,
        stops: 6,
        answers: 18,
        answerCharacters: 6 * 22,
      },
    ])
    assert.deepInclude(statistics, { startedOn: firstDay, closedThrough: firstDay, isCut: false, range: 90 })
    assert.equal(await waitingOf(characterId), 0)
  })

  test('wait for five people, and are never cut again', async ({ assert }) => {
    const ownerId = newId()
    const characterId = await addCharacter(ownerId)
    const readers = ids(12)
    await wait(characterId, readers.slice(0, 4), firstDay)
    await close(firstDay)
    assert.isEmpty((await read(characterId, ownerId)).cells)
    // The same people again are no further people.
    await wait(characterId, readers.slice(0, 4), dayAfter(1))
    await close(dayAfter(1))
    assert.isEmpty((await read(characterId, ownerId)).cells)
    await wait(characterId, readers.slice(3, 5), dayAfter(2))
    await close(dayAfter(2))
    const [cell, ...rest] = (await read(characterId, ownerId)).cells
    assert.isEmpty(rest)
    assert.deepInclude(cell, { firstDay, lastDay: dayAfter(2), people: 5, chats: 10, messages: 20 })
    for (const range of [7, 30, 90] as const) assert.deepEqual((await read(characterId, ownerId, range)).cells, [cell!])
    assert.equal(await waitingOf(characterId), 0)
  })

  test('join small groups after four weeks, and drop them after ninety days', async ({ assert }) => {
    const ownerId = newId()
    const characterId = await addCharacter(ownerId, 9)
    const lonely = await addCharacter(ownerId)
    await wait(characterId, ids(3), firstDay, { part: 3 })
    await wait(characterId, ids(3), firstDay, { part: 4 })
    await wait(characterId, ids(2), dayAfter(20), { part: 7 })
    await wait(lonely, ids(4), firstDay)
    for (const days of [0, 27]) await close(dayAfter(days))
    assert.isEmpty((await read(characterId, ownerId)).cells)
    await close(dayAfter(28))
    const [cell, ...rest] = (await read(characterId, ownerId)).cells
    assert.isEmpty(rest)
    assert.deepInclude(cell, { parts: { first: 3, last: 4 }, people: 6, messages: 12 })
    assert.equal(await waitingOf(characterId), 2)
    await close(dayAfter(90))
    assert.equal(await waitingOf(lonely), 4)
    await close(dayAfter(91))
    assert.equal(await waitingOf(lonely), 0)
  })

  test('count chats as left after fourteen days without a message, by their length', async ({ assert }) => {
    const ownerId = newId()
    const characterId = await addCharacter(ownerId)
    for (const reader of ids(5))
      await addChat({ reader, characterId, at: `${firstDay}T23:10:00Z`, replies: [{}, {}, {}] })
    // This chat goes on the next day.
    await addChat({
      reader: newId(),
      characterId,
      at: `${firstDay}T23:10:00Z`,
      replies: [{}, { at: `${dayAfter(1)}T23:10:00Z` }],
    })
    const { run } = await rollUpAt({ now: `${dayAfter(15)}T03:00:00Z` }, dayAfter(14))
    await run()
    const [cell, ...rest] = (await read(characterId, ownerId)).cells
    assert.isEmpty(rest)
    assert.deepInclude(cell, { kind: 'left', parts: { first: 1, last: 1 }, chats: 5, people: 5, lastDay: dayAfter(14) })
  })

  test('belong to the owner alone, and leave with the character or the owner', async ({ assert }) => {
    const ownerId = newId()
    const [characterId, other] = [await addCharacter(ownerId), await addCharacter(ownerId)]
    for (const id of [characterId, other]) await wait(id, ids(6), firstDay)
    await close(firstDay)
    const query = await app.container.make(StatisticsQuery)
    for (const stranger of [viewer(newId()), { ...viewer(newId()), isAdmin: true }])
      assert.isNull(await query.ofCharacter(characterId, stranger, 90))
    assert.lengthOf((await query.ofCreator(viewer(ownerId), 90)).characters, 2)

    const [gallery, owner] = [await app.container.make(Gallery), await appOwner()]
    await wait(characterId, ids(1), dayAfter(1))
    await owner.transaction((trx) =>
      gallery.charactersPurged.run({ characterIds: [characterId], ownerIds: [ownerId] }, trx)
    )
    assert.isEmpty((await read(characterId, ownerId)).cells)
    assert.equal(await waitingOf(characterId), 0)
    assert.lengthOf((await read(other, ownerId)).cells, 1)

    const [reader] = ids(1) as [string]
    await wait(other, [reader], dayAfter(1))
    await owner.transaction((trx) => forgetUser(reader, trx))
    assert.equal(await waitingOf(other), 0)
    await owner.transaction((trx) => forgetUser(ownerId, trx))
    assert.isEmpty((await read(other, ownerId)).cells)
  })

  test('drop what waits for deleted characters', async ({ assert }) => {
    const characterId = await addCharacter(newId())
    await wait(characterId, ids(9), firstDay)
    await (await appOwner()).rawQuery('UPDATE characters SET deleted_at = now() WHERE id = ?', [characterId])
    await close(firstDay)
    assert.equal(await waitingOf(characterId), 0)
  })

  test('close a day of many characters in several steps', async ({ assert }) => {
    const ownerId = newId()
    const characterIds = await Promise.all(Array.from({ length: 45 }, () => addCharacter(ownerId)))
    const readers = ids(5)
    for (const id of characterIds) await wait(id, readers, firstDay)
    const { step, run } = await rollUpAt({ now: `${dayAfter(1)}T03:00:00Z` })
    await (await appOwner()).rawQuery('UPDATE statistics_progress SET counted_until = ?', [`${dayAfter(1)}T00:00:00Z`])
    assert.isFalse(await step())
    // As if the process died here: another one goes on.
    await run()
    const query = await app.container.make(StatisticsQuery)
    const { characters, cells } = await query.ofCreator(viewer(ownerId), 7)
    assert.sameMembers(
      characters.map(({ id }) => id),
      characterIds
    )
    assert.lengthOf(cells, 1)
    assert.deepInclude(cells[0], { people: null, messages: 450, chats: 225 })
  })
})

/** The same numbers in every run, from 0 to below `below`. */
const randomNumbers = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test.group('Cells of random readers', () => {
  for (const seed of [1, 2, 3])
    test(`have five people, and lose and double nothing (${seed})`, async ({ assert }) => {
      const random = randomNumbers(seed)
      const ownerId = newId()
      const characterId = await addCharacter(ownerId)
      const readers = ids(9)
      const done: { reader: string; day: string; part: number; kind: string }[] = []
      for (let days = 0; days < 40; days++) {
        const day = dayAfter(days)
        for (let times = random(7); times > 0; times--) {
          const [reader, part, kind] = [readers[random(9)]!, 1 + random(4), random(3) === 0 ? 'left' : 'talk']
          await wait(characterId, [reader], day, { part, kind })
          done.push({ reader, day, part, kind })
        }
        await close(day)
      }
      const { cells } = await read(characterId, ownerId)
      assert.isAbove(cells.length, 5)
      const published = cells.map(({ kind, firstDay: first, lastDay: last, parts, people, messages }) => {
        const within = done.filter(
          (each) =>
            each.kind === kind &&
            each.day >= first &&
            each.day <= last &&
            each.part >= parts!.first &&
            each.part <= parts!.last
        )
        assert.isAtLeast(people!, 5)
        assert.isAtMost(people!, new Set(within.map(({ reader }) => reader)).size)
        return messages
      })
      const sum = published.reduce((all, messages) => all + messages, 0)
      assert.equal(sum + 2 * (await waitingOf(characterId)), 2 * done.length)
    })
})

test.group('Views of characters', () => {
  test('count readers who open the page, but neither owners nor visitors nor the edit form', async ({ assert }) => {
    const [ownerId, readerId] = ids(2) as [string, string]
    const characterId = await addCharacter(ownerId, 3)
    const counted: unknown[] = []
    const query = new FindCharacterDetailsQuery(
      await app.container.make(Database),
      await app.container.make(OwnLorebooks),
      await app.container.make(CharacterOriginals),
      { count: async (view) => void counted.push(view) },
      await app.container.make(CreatorLinks)
    )
    await query.view(characterId, viewer(ownerId))
    await query.view(characterId, null)
    await query.run(characterId, viewer(readerId))
    assert.isEmpty(counted)
    assert.isNotNull(await query.view(characterId, viewer(readerId)))
    assert.deepEqual(counted, [{ characterId, version: 3, readerId }])
    const owner = await appOwner()
    await owner.rawQuery('UPDATE characters SET is_nsfw = true WHERE id = ?', [characterId])
    assert.isNotNull(await query.view(characterId, viewer(readerId)), 'Only the texts are hidden.')
    assert.lengthOf(counted, 1)
  })

  test('count once a day and reader', async ({ assert }) => {
    const characterId = await addCharacter(newId())
    const readerId = newId()
    const owner = await appOwner()
    await owner.rawQuery(`INSERT INTO users (id, email, password_hash) VALUES (?, ?, 'none')`, [
      readerId,
      `${readerId}@example.test`,
    ])
    // At a fixed time, because midnight may pass.
    const timers = new AdjustableTimers({ startedAt: Date.parse(firstDay) })
    const views = new CountViews(await app.container.make(Database), timers, await app.container.make('logger'))
    for (let time = 0; time < 2; time++) await views.count({ characterId, version: 1, readerId })
    assert.equal(await waitingOf(characterId), 1)
    // The account is deleted.
    await views.count({ characterId, version: 1, readerId: newId() })
    assert.equal(await waitingOf(characterId), 1)
  })
})

test.group('Answers of statistics', () => {
  test('have at most 5,000 cells, the newest, in the page and the file', async ({ assert }) => {
    const ownerId = newId()
    const characterId = await addCharacter(ownerId)
    const owner = await appOwner()
    await close(firstDay)
    await owner.rawQuery(
      `INSERT INTO statistics_cells (user_id, character_id, last_day, kind, part, last_part, first_day, people, returned, views, chats, messages,
         rerolls, stops, answers, answer_characters)
       SELECT ?, ?, ?::date - n / 100, 'talk', n % 100, n % 100, ?::date - n / 100, 5, NULL, 0, 1, 1, 0, 0, 1, 7 FROM generate_series(0, 5000) n`,
      [ownerId, characterId, firstDay, firstDay]
    )
    const statistics = await read(characterId, ownerId)
    assert.lengthOf(statistics.cells, statisticsLimits.cellsMax)
    assert.isTrue(statistics.isCut)
    assert.lengthOf(statisticsCsv(statistics).split('\r\n'), statisticsLimits.cellsMax + 2)
    const inWeek = await read(characterId, ownerId, 7)
    assert.lengthOf(inWeek.cells, 700)
    assert.isFalse(inWeek.isCut)
  })

  test('write the numbers of the page as CSV, with names that no spreadsheet runs', ({ assert }) => {
    const numbers = { views: 0, chats: 6, messages: 12, rerolls: 1, stops: 2, answers: 13, answerCharacters: 131 }
    const days = { firstDay: '2041-05-01', lastDay: '2041-05-03' }
    const csv = statisticsCsv({
      character: { id: newId(), name: '=HYPERLINK("x"), Mara' },
      range: 30,
      startedOn: '2041-05-01',
      closedThrough: '2041-05-03',
      isCut: false,
      versions: [],
      cells: [
        { kind: 'talk', ...days, parts: { first: 2, last: 3 }, people: 6, returned: null, ...numbers },
        { kind: 'left', ...days, parts: { first: 1, last: 2 }, people: 5, returned: null, ...numbers, answers: 0 },
        { kind: 'left', ...days, parts: { first: 6, last: 6 }, people: 5, returned: null, ...numbers, answers: 0 },
      ],
    })
    const name = `"'=HYPERLINK(""x""), Mara"`
    assert.deepEqual(csv.split('\r\n'), [
      'kind,character,first_day,last_day,versions,messages_of_left_chats,people,returned_people,views,chats,messages,rerolls,stops,average_answer_characters',
      `talk,${name},2041-05-01,2041-05-03,2 to 3,,6,<5,0,6,12,1,2,10`,
      `left,${name},2041-05-01,2041-05-03,,2 to 9,5,,0,6,12,1,2,`,
      `left,${name},2041-05-01,2041-05-03,,100 or more,5,,0,6,12,1,2,`,
      '',
    ])
  })
})

test.group('The queries of statistics', () => {
  test('read the rows of a time span and of a creator by indexes', async ({ assert }) => {
    const owner = await appOwner()
    const plansOf = (read: (client: never) => Promise<unknown>) =>
      owner.transaction(async (trx) => {
        const plans: string[] = []
        // Otherwise small tables are read as a whole.
        await trx.rawQuery('SET LOCAL enable_seqscan = off')
        await read({
          rawQuery: async (sql: string, values: unknown) => {
            const { rows } = await trx.rawQuery(`EXPLAIN ${sql}`, values as never)
            plans.push(rows.map((row: Record<string, string>) => Object.values(row)[0]).join('\n'))
            return { rows: [] }
          },
        } as never)
        return plans
      })
    const activity = await app.container.make(ReaderActivity)
    const [from, until] = [new Date(firstDay), new Date(Date.parse(firstDay) + 120_000)]
    const counts = await plansOf(async (client) => {
      await activity.talked(from, until, client)
      await activity.left(from, until, client)
    })
    for (const plan of counts) {
      assert.match(plan, /Bitmap Index Scan on replies_by_time/)
      assert.notMatch(plan, /Seq Scan/)
    }

    const ownerId = newId()
    const characterId = await addCharacter(ownerId)
    const gallery = await app.container.make(Gallery)
    const pages = await plansOf(async (client) => {
      const query = new StatisticsQuery({ connection: () => client } as never, gallery)
      await query.ofCharacter(characterId, viewer(ownerId), 90)
      await query.ofCreator(viewer(ownerId), 90)
    })
    const ofCells = pages.filter((plan) => plan.includes('statistics_cells'))
    assert.lengthOf(ofCells, 3)
    for (const plan of ofCells) {
      assert.match(plan, /Index Cond: .*user_id = .*last_day > /s)
      assert.notMatch(plan, /Seq Scan|\b(chat_|replies|waiting_activity)/)
    }
  })
})
