import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { ProviderError, type ProviderErrorCode } from '#plugins/contract/errors'
import type { ReplyPart } from '#plugins/contract/model'
import { textOf } from '#tests/architecture/sources'
import { AllowanceSpent } from '../replies/allowance.ts'
import { endReply } from '../replies/run/end_reply.ts'
import { endingOf, endings, type EndingCause, type Outcome, type Shown } from '../replies/run/endings.ts'
import { generateReply } from '../replies/run/generate_reply.ts'
import { readMessage } from '../replies/run/message_row.ts'
import type { ShrinkingRequest } from '../replies/run/shrinking_request.ts'
import { beginInTables, startProcess } from './support.ts'

const rows = Object.entries(endings).flatMap(([cause, outcomes]) =>
  Object.entries(outcomes).map(([shown, outcome]) => ({
    cause: cause as EndingCause,
    shown: shown as Shown,
    outcome: outcome as Outcome,
  }))
)

const early = ['stopped', 'deleted', 'timeout', 'server_stopping'] as const
const isEarly = (cause: EndingCause): cause is (typeof early)[number] => early.some((one) => one === cause)
const finishes: Partial<Record<EndingCause, 'stop' | 'filter' | 'refusal' | 'unknown'>> = {
  complete: 'stop',
  empty_reply: 'stop',
  reasoning_only: 'stop',
  no_suggestions: 'stop',
  content_filtered: 'filter',
  model_refused: 'refusal',
  unknown_finish: 'unknown',
}

/** A request whose provider shows something, and then ends for this cause. */
const requestOf = (cause: EndingCause, shown: Shown, end: () => void): ShrinkingRequest => {
  async function* stream(): AsyncGenerator<ReplyPart> {
    if (shown !== 'nothing') yield { type: 'thinking', text: 'Hmm.' }
    if (shown === 'text' || cause === 'no_suggestions') yield { type: 'text', text: 'Well met.' }
    if (isEarly(cause)) return end()
    // Some upstreams hide their reasoning. They only report that the limit was reached.
    const reason = cause === 'reasoning_only' && shown === 'nothing' ? 'length' : finishes[cause]
    if (cause === 'allowance_spent') throw new AllowanceSpent()
    if (!reason) throw new ProviderError(cause as ProviderErrorCode, 'By the test.')
    yield { type: 'finish', reason, usage: null }
  }
  return { names: { own: 'Mo', others: [] }, stream } as unknown as ShrinkingRequest
}

test.group('The endings of a reply', () => {
  for (const { cause, shown, outcome } of rows)
    test(`${cause} after ${shown} was shown does what the table says`, async ({ assert, cleanup }) => {
      const logged: string[] = []
      const { context, open } = await startProcess(cleanup, { onLog: (message) => logged.push(message) })
      const live = open()
      const request = requestOf(cause, shown, () => live.end(cause as (typeof early)[number]))
      const ending =
        cause === 'server_lost'
          ? endingOf(cause, { text: shown === 'text' ? 'Well met.' : '', hasThought: shown === 'thinking' })
          : await generateReply(context.logger, { live, request, suggests: cause === 'no_suggestions' })
      const { db, ask, userId, replyId, owner, account } = await beginInTables()
      const details = { characterId: newId(), description: 'A reply', firstTextMs: null, kind: 'reply' } as const
      const ended = await endReply(db, { ...ending, ...details, userId, replyId, owner })
      const [row] = await ask('SELECT state, error_code, is_unpaid FROM replies WHERE id = $1', replyId)
      const hasOwnEnd = cause === 'complete' || ((cause === 'stopped' || cause === 'deleted') && shown === 'text')
      assert.deepEqual(row, {
        state: outcome.state,
        error_code: hasOwnEnd ? null : cause,
        is_unpaid: outcome.isUnpaid,
      })
      assert.deepEqual(await account(), { balance: outcome.isCharged ? 2 : 5, held: 0 })
      assert.equal(ended!.message?.rubyCost ?? null, shown !== 'text' ? null : outcome.isCharged ? 3 : 0)
      assert.equal(
        ended!.message?.state ?? null,
        shown !== 'text'
          ? null
          : { written: 'complete', stopped: 'stopped', broken_off: 'broken_off', failed: '' }[outcome.state]
      )
      const isDeclined = shown === 'text' && (cause === 'content_filtered' || cause === 'model_refused')
      assert.equal(ended!.message?.declined, isDeclined ? cause : undefined)
      if (ended?.message) assert.deepEqual(await readMessage(db, userId, ended.message.id), ended.message)
      assert.equal(
        logged.includes('the model provider ended a reply for an unknown reason'),
        cause === 'unknown_finish',
        'an unknown reason is logged'
      )
    })

  test('charge shown text unless this server, the provider or an unknown reason ended it', ({ assert }) => {
    const free = rows.filter(({ shown, outcome }) => shown === 'text' && !outcome.isCharged).map(({ cause }) => cause)
    for (const cause of ['complete', 'stopped', 'deleted', 'content_filtered', 'model_refused'] as const)
      assert.notInclude(free, cause)
    for (const { shown, outcome } of rows) if (shown !== 'text') assert.isFalse(outcome.isCharged)
  })

  test('count in the limit of unpaid starts whenever they are free, except for failures that no user can cause', ({
    assert,
  }) => {
    const uncounted = rows
      .filter(({ outcome }) => !outcome.isCharged && !outcome.isUnpaid)
      .map(({ cause, shown }) => `${cause} ${shown}`)
    const outages = ['rate_limited', 'unavailable', 'timeout', 'cut_off', 'unauthorized', 'quota_exhausted']
    assert.sameMembers(uncounted, [
      ...[...outages, 'misconfigured', 'invalid_response', 'allowance_spent'].map((cause) => `${cause} nothing`),
      ...['server_stopping', 'server_lost'].flatMap((cause) =>
        ['text', 'thinking', 'nothing'].map((shown) => `${cause} ${shown}`)
      ),
    ])
  })

  test('are the table of docs/endings.md', ({ assert }) => {
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const table = [
      line(['cause', 'shown', 'the reply', 'its text', 'costs', 'counts as an unpaid start']),
      line(Array.from({ length: 6 }, () => '-')),
      ...rows.map(({ cause, shown, outcome: { state, isCharged, isUnpaid } }) =>
        line([
          `\`${cause}\``,
          shown,
          `\`${state}\``,
          shown === 'text' ? 'kept' : 'none',
          isCharged ? 'the price' : '0',
          isUnpaid ? 'yes' : 'no',
        ])
      ),
    ]
    const printed = textOf('docs/endings.md')
      .split('\n')
      .filter((text) => text.startsWith('|'))
      .map((text) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-'))
    assert.equal(printed.join('\n'), table.join('\n'), 'Paste the expected table into docs/endings.md.')
  })
})
