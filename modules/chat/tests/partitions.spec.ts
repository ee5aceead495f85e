import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import pg from 'pg'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { connect, createDatabase } from '#tests/support/databases'
import { longRun } from '#tests/support/long_run'
import { startServer } from '#tests/support/server'
import { loadContext } from '../replies/begin/begin_context.ts'
import { endTalk } from '../replies/begin/group_talk.ts'
import { stopAllReplies } from '../replies/begin/stop_all_replies.ts'
import { ChatSummaries } from '../replies/memory/chat_summaries.ts'
import { ChatLore } from '../replies/run/chat_lore.ts'
import { joinReply } from '../replies/run/join_reply.ts'
import { Notices } from '../replies/run/notices.ts'
import { StopReply } from '../replies/begin/stop_reply.ts'
import { readAnswerDetails } from '../replies/kept/read_answer_details.ts'
import { readPrompt } from '../replies/kept/read_prompt.ts'
import { requestSummary } from '../replies/memory/request_summary.ts'
import { reviseSummary } from '../replies/memory/revise_summary.ts'
import { storeOpening } from '../replies/opening/store_opening.ts'
import { readMessage } from '../replies/run/read_message.ts'
import { privateTables } from '../tables/index.ts'
import { runReply } from './reply_statements.ts'

const partitions = 8

/** A plan of `auto_explain`, as far as it is read here. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops'?: number
  Plans?: PlanNode[]
}
interface LoggedPlan {
  'Query Text': string
  Plan: PlanNode
}

/** A chat of a user with an answer, in a database whose private tables are partitioned. */
interface Scene {
  client: QueryClientContract
  db: Database
  user: { id: string; isAdmin: false; limitlessEnabled: false }
  characterId: string
  sessionId: string
  /** The answer, and the reply that wrote it. */
  messageId: string
  replyId: string
}

const silent = { publish() {}, warn() {} } as never

const summariesOf = (db: Database) =>
  new ChatSummaries(
    db,
    { statuses: () => new Map() } as never,
    silent,
    systemTimers,
    silent,
    { summary: null } as never,
    null as never
  )

/** Frequent actions of users. Each statement may touch one partition of each private table. */
const actions: Record<string, (scene: Scene) => Promise<unknown>> = {
  'reading the context of a rewrite': ({ client, user, characterId, messageId }) =>
    loadContext(client, {
      kind: 'reroll',
      user,
      characterId,
      sessionId: null,
      rewrittenId: messageId,
      clientMessageId: newId(),
      historyCharacters: 8_000,
      isLimited: true,
    }),
  'reading a message': ({ client, user, messageId }) => readMessage(client, user.id, messageId),
  'storing an opening': ({ client, user, sessionId }) => storeOpening(client, user.id, sessionId),
  'reading the details of an answer': ({ db, user, messageId }) =>
    readAnswerDetails(db, { user: user as never, messageId, answerId: null }),
  'reading a prompt': ({ db, user, messageId }) =>
    readPrompt(db, {
      user: user as never,
      messageId,
      answerId: null,
      replyId: null,
      keepsPrompts: false,
      timers: systemTimers,
    }),
  'requesting a summary': ({ db, user, sessionId }) =>
    requestSummary(
      db,
      { enqueue: () => ({ id: newId() }) } as never,
      { userId: user.id, sessionId },
      {
        tier: 'basic',
        before: 100,
        timeZone: 'UTC',
        isAnew: false,
        char: 'Mo',
        user: 'Jo',
      }
    ),
  'revising a summary': ({ db, user, sessionId }) =>
    db.transaction((trx) => reviseSummary(trx, { userId: user.id, sessionId }, 0)),
  'reading a summary': ({ db, user, sessionId }) => summariesOf(db).read(user.id, sessionId),
  'changing a summary': ({ db, user, sessionId }) =>
    summariesOf(db).change(user.id, sessionId, { text: 'They met.', isOn: true }),
  'choosing lore': ({ db, user, sessionId }) =>
    new ChatLore(db, { readForReply: () => [] } as never, null as never, silent).preview({
      userId: user.id,
      sessionId,
      messageId: null,
      sheet: { lorebookIds: [] },
      persona: { lorebookIds: [] },
      chatBooks: [newId()],
      alwaysOn: [],
    } as never),
  'reminding of AI': ({ db, user, sessionId, messageId }) =>
    new Notices(db, silent, silent, { text: '', talkMinutes: 1, pauseMinutes: 1 } as never).remind({
      userId: user.id,
      sessionId,
      messageId,
      timeZone: 'UTC',
      at: 0,
    }),
  'reading a running reply': ({ db, user, replyId }) =>
    joinReply({ hub: { find: () => null }, db } as never, { userId: user.id, replyId }, {
      begin() {},
      text() {},
      end() {},
    } as never),
  'stopping a reply': ({ db, user, ...chat }) =>
    new StopReply({ db } as never).run({ userId: user.id, characterId: chat.characterId, sessionId: chat.sessionId }),
  'ending a talk': ({ db, user, sessionId }) =>
    endTalk({ db, events: silent }, { userId: user.id, sessionId, talkId: null }),
  'stopping all replies': ({ db, user }) => db.transaction((trx) => stopAllReplies(user.id, trx)),
}

/** Reports the plan of each statement, and of each statement in a function, to the client that runs it. */
const reportPlans = async (databaseUrl: string) => {
  const client = await connect(databaseUrl)
  const name = new URL(databaseUrl).pathname.slice(1)
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  await client.query(`LOAD 'auto_explain'`)
  for (const [key, value] of Object.entries(settings))
    await client.query(`ALTER DATABASE ${name} SET ${key} = '${value}'`)
  await client.end()
}

/** Calls `listener` with the plans that connections of this process report. */
const listenToPlans = (listener: (plan: LoggedPlan) => void) => {
  const { connect } = pg.Client.prototype
  pg.Client.prototype.connect = function (this: pg.Client, ...args: any[]) {
    this.on('notice', ({ message = '' }) => {
      const json = message.match(/^duration: .* plan:\n(.*)$/s)?.[1]
      if (json) listener(JSON.parse(json))
    })
    return connect.apply(this, args as never)
  } as typeof connect
  return () => void (pg.Client.prototype.connect = connect)
}

const names = privateTables.map(({ row }) => row.table)
const partitionName = new RegExp(`^(${names.join('|')}|ruby_[a-z]+|personas|lorebooks)_(\\d+)$`)

/** Returns the partitions that a plan has read, by their tables. Nodes that modify rows list partitions that they don't touch. */
const touched = (node: PlanNode, found = new Map<string, Set<string>>()): Map<string, Set<string>> => {
  const [, table, number] = node['Relation Name']?.match(partitionName) ?? []
  if (table && node['Node Type'] !== 'ModifyTable' && node['Actual Loops']! > 0)
    found.set(table, (found.get(table) ?? new Set()).add(number!))
  for (const child of node.Plans ?? []) touched(child, found)
  return found
}

test.group('A database with partitions', () => {
  test('reads one partition of each private table for a statement on behalf of one user', async ({
    assert,
    cleanup,
  }) => {
    const databaseUrl = await createDatabase()
    const server = await startServer({ databaseUrl, env: { TEST_PARTITIONS: String(partitions) } })
    await server.stop()
    await reportPlans(databaseUrl)
    const plans: LoggedPlan[] = []
    const stopListening = listenToPlans((plan) => plans.push(plan))
    cleanup(async () => stopListening())
    const lucid = await app.container.make('lucid.db')
    const { config } = lucid.manager.get(lucid.primaryConnectionName)!
    lucid.manager.add('test_partitions', { ...config, connection: { connectionString: databaseUrl } } as typeof config)
    const client = lucid.connection('test_partitions')
    cleanup(() => lucid.manager.close('test_partitions', true))
    const db = {
      connection: () => client,
      rawQuery: client.rawQuery.bind(client),
      transaction: client.transaction.bind(client),
    } as unknown as Database

    const found: string[] = []
    const seen = new Set<string>()
    const check = (action: string) => {
      for (const { 'Query Text': text, Plan: plan } of plans.splice(0)) {
        // Groups of begins and ends look for the keys of several users in each partition.
        if (text.includes('-- all users')) continue
        for (const [table, parts] of touched(plan)) {
          seen.add(table)
          if (parts.size > 1) found.push(`${action}: ${parts.size} partitions of ${table}:\n${text}`)
        }
      }
    }
    const scene = { client, db, ...(await runReply(client, client)) } as Scene
    check('a reply')
    for (const [action, run] of Object.entries(actions)) {
      await run(scene)
      check(action)
    }
    assert.deepEqual(found, [])
    // The plans are really reported, and read.
    assert.includeMembers([...seen], ['chat_sessions', 'chat_messages', 'replies', 'reply_parts', 'chat_settings'])
  }).tags(longRun)
})
