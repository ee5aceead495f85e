import { test } from '@japa/runner'
import { savesPerPart } from '#modules/chat/replies/recover/part_writer'
import { tailsPerTick } from '#modules/chat/replies/recover/reply_maintenance'
import { numberedWords, speak } from '#tests/support/model_upstream'
import { ask, kinds, last, send, sharedStage, startStage, until, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

const roundTripsMax = 8

/** Waits until the mail of the registration is sent, because that takes statements, too. */
const mailIsSent = ({ db }: Stage) => until(db, 'SELECT NOT EXISTS (SELECT FROM mail_outbox WHERE sent_at IS NULL)')

/** Finds statements by their first words. Statements over all users begin with a comment. */
const begins = (words: string) => new RegExp(`^\\s*(-- all users.*\\s+)?(${words})`, 'i')

/** Removes what a process sends at intervals, without replies: it folds counters in transactions, and asks queues. */
const withoutRegularWork = (statements: (string | string[])[]): string[] =>
  statements.filter((entry) => ![entry].flat().some((statement) => isRegular.test(statement))).flat()
const isRegular = begins('update (jobs|mail_outbox)|select pg_try_advisory_xact_lock|with taken|select "userId"')

/** Statements of a tick, which renews the lease, saves text, looks for stops, and sweeps. */
const isOfTick = begins('insert into reply_(owners|tails)|with (redundant|gone)|select known.id|delete from reply_')

test.group('A reply', () => {
  for (const kind of kinds)
    test(`takes at most ${roundTripsMax} database round trips, session and rubies included (${kind})`, async ({
      assert,
    }) => {
      const stage = await sharedStage('killed')
      const proxy = stage.proxy!
      stage.upstream.answer = speak(numberedWords(40))
      const chats = await stage.chats(await stage.visitor(500), 60, kind)
      const replies = 10
      const sendAll = async () => {
        for (let count = 0; count < replies; count++) {
          const events = await (await ask(chats.pop()!, 'How many?')).ended
          assert.equal(last(events).type, 'aiComplete')
        }
      }
      // The first replies open connections and prepare statements.
      await sendAll()
      await mailIsSent(stage)

      // Statements after the end of a reply count for the next one.
      proxy.takeStatements()
      await sendAll()
      const statements = withoutRegularWork(proxy.takeStatements()).filter((statement) => !isOfTick.test(statement))
      assert.isAtMost(statements.length, replies * roundTripsMax, statements.join('\n'))
      assert.isTrue(
        statements.some((name) => name.startsWith(kind === 'reply' ? 'chat_end_reply' : 'chat_end_rewrite')),
        statements.join('\n')
      )
    }).tags(kind === 'reply' ? [] : longRun)

  test('takes no more round trips when it is longer, except for the ticks of the process', async ({
    assert,
    cleanup,
  }) => {
    const stage = await startStage({ isProxied: true, env: { REPLY_TICK_MS: '1000', REPLY_LEASE_MS: '20000' } })
    cleanup(() => stage.close())
    const { proxy, upstream } = stage
    const chats = await stage.chats(await stage.visitor(50), 10)
    await mailIsSent(stage)
    // Ten concurrent replies of 400 words each, for at least two seconds.
    upstream.answer = speak(
      Array.from({ length: 400 }, () => 'word '),
      5
    )
    proxy!.takeStatements()
    const ends = await Promise.all(chats.map(async (chat) => (await send(chat, 'On and on?')).ended))
    for (const events of ends) assert.equal(last(events).type, 'aiComplete')
    const statements = withoutRegularWork(proxy!.takeStatements())
    const parts = statements.filter((statement) => /\binsert into reply_parts/i.test(statement))
    const tails = statements.filter((statement) => /\binsert into reply_tails/i.test(statement))
    assert.isNotEmpty(tails)
    // Each regular tick renews the lease.
    const ticks = statements.filter((statement) => begins('insert into reply_owners').test(statement)).length
    assert.isAtMost(parts.length, ticks / savesPerPart + 1, 'one INSERT per eighth tick for all replies')
    assert.isAtMost(tails.length, (tailsPerTick + 1) * (ticks + 1), 'one row per interval for all replies')
    // Replies take at most eight statements each, ticks included, and four more for each tick after the third.
    const kept = statements.filter((statement) => statement.startsWith('chat_keep_prompt'))
    assert.isAtMost(kept.length, ticks + 1, 'one a second for the prompts of all replies')
    // The pool sends one such statement for each connection that it opens meanwhile.
    const openings = statements.filter((statement) => statement.startsWith('SET plan_cache_mode'))
    const others = statements.length - tails.length - kept.length - openings.length
    assert.isAtMost(others, 10 * roundTripsMax + 4 * Math.max(0, ticks - 3), statements.join('\n'))
  }).tags(longRun)
})
