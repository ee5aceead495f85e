import { setTimeout as sleep } from 'node:timers/promises'
import { brokenPromises } from '../../../support/ledger_promises.ts'
import { wrongIn } from './model.mjs'

const patienceMs = 120_000

/** Waits until no reply is running. */
export async function settle(db, journal) {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(200)) {
    const { rows } = await db.query(`select count(*)::int as running from replies where state = 'running'`)
    if (rows[0].running === 0) return
  }
  journal.breach('some replies never end')
}

/** Checks that every tab shows the balance and got an event for every ended reply. */
export async function checkTabs(db, journal, people) {
  const rubies = async () =>
    new Map(
      (await db.query('select user_id, (balance - held)::int as rubies from ruby_accounts')).rows.map((row) => [
        row.user_id,
        row.rubies,
      ])
    )
  let wrong = []
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(300)) {
    const now = await rubies()
    wrong = people.filter(({ id, tab }) => tab.rubies !== now.get(id) || tab.missed().length > 0)
    if (wrong.length === 0) return
  }
  const now = await rubies()
  for (const { id, number, tab } of wrong)
    journal.breach(
      `the tab of ${number} shows ${tab.rubies} rubies of ${now.get(id)}, and missed ${JSON.stringify(tab.missed())}`
    )
}

/** Compares what clients saw with the tables. */
export async function checkTables({ db, journal, model, people, admin }) {
  const rows = async (sql, values = []) => (await db.query(sql, values)).rows
  for (const problem of await brokenPromises(db)) journal.breach(problem)

  const stored = new Map(
    (
      await rows(`select id, content, ruby_cost as cost, state::text, is_cut from chat_message_alternates
        union all select id, content, ruby_cost, state::text, is_cut from chat_messages m
        where author_id is null and not exists (
          select from chat_message_alternates a where a.user_id = m.user_id and a.message_id = m.id)`)
    ).map((row) => [row.id, row])
  )
  const messages = new Map(
    (await rows('select id, content from chat_messages where author_id is not null')).map(({ id, content }) => [
      id,
      content,
    ])
  )
  let answers = 0
  for (const person of people) {
    for (const [id, content] of person.messages) {
      if (messages.get(id) !== content)
        journal.breach(`message ${id} of ${person.number} is ${messages.get(id)}, not ${content}`)
    }
    for (const [id, { text, cost, state, mayGrow }] of person.answers) {
      answers++
      const now = stored.get(id)
      if (!now) journal.breach(`answer ${id} of ${person.number} is gone: ${text}`)
      else if (mayGrow ? !now.content.startsWith(text) : now.content !== text)
        journal.breach(`answer ${id} of ${person.number} was “${text}”, and is “${now.content}”`)
      else if (now.cost !== cost || (!mayGrow && now.state !== state))
        journal.breach(`answer ${id} of ${person.number} was ${state} for ${cost}, and is ${now.state} for ${now.cost}`)
    }
  }
  const edited = new Set(
    people.flatMap(({ answers }) => [...answers].filter(([, { isWritten }]) => isWritten).map(([id]) => id))
  )
  for (const [id, { content, state }] of stored) {
    if (edited.has(id) || content.startsWith('Edited') || !/^\s*\[[0-9a-z]+\]/.test(content)) continue
    const wrong = wrongIn(content, model, state === 'complete')
    if (wrong) journal.breach(`answer ${id}: ${wrong}`)
  }

  // Exactly the paid orders are credited.
  const orders = new Map(
    (
      await rows(`select o.id, o.user_id, o.rubies::int, o.state::text, coalesce(sum(t.amount), 0)::int as credited, count(t.id)::int as times
        from ruby_orders o left join ruby_transactions t on t.user_id = o.user_id and t.idempotency_key = 'order:' || o.id || ':purchase'
        group by o.user_id, o.id`)
    ).map((row) => [row.id, row])
  )
  let bought = 0
  for (const person of people)
    for (const { id, rubies, isPaid } of person.orders) {
      const order = orders.get(id)
      orders.delete(id)
      const due = isPaid ? rubies : 0
      bought += due
      if (!order || order.user_id !== person.id) journal.breach(`order ${id} of ${person.number} is gone`)
      else if (order.credited !== due || order.times !== (isPaid ? 1 : 0))
        journal.breach(`order ${id} (${order.state}) is credited ${order.credited} in ${order.times}, not ${due}`)
    }
  // Orders whose response was lost were never paid.
  for (const { id, credited, state } of orders.values())
    if (credited !== 0 && state !== 'open') journal.breach(`order ${id} is unknown, but credited ${credited}`)
  const [{ credited }] = await rows(
    `select coalesce(sum(amount), 0)::int as credited from ruby_transactions where type = 'purchase'`
  )
  if (credited !== bought) journal.breach(`${bought} rubies were bought, and ${credited} credited`)

  const comments = new Set((await rows('select id from character_comments')).map(({ id }) => id))
  const likes = new Set(
    (await rows('select user_id, character_id from character_likes')).map((row) => `${row.user_id} ${row.character_id}`)
  )
  for (const person of people) {
    for (const id of person.comments) if (!comments.has(id)) journal.breach(`comment ${id} is gone`)
    for (const [id, isLiked] of person.likes)
      if (isLiked !== null && likes.has(`${person.id} ${id}`) !== isLiked)
        journal.breach(`a like of ${person.number} is lost`)
  }
  const keepers = await rows(
    `select name, count(*)::int as times from characters where name like 'Keeper %' group by 1`
  )
  const times = new Map(keepers.map((row) => [row.name, row.times]))
  for (const name of admin.imported)
    if (times.get(name) !== 1) journal.breach(`${name} is there ${times.get(name) ?? 0} times`)
  return {
    answers,
    bought,
    replies: await rows('select state::text, count(*)::int from replies group by 1 order by 1'),
  }
}
