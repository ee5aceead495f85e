import { createHmac, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Message, ReplyEvent } from '#modules/chat/api'
import { readJournal } from '#modules/chat/replies/recover/left_journals'
import type { Gate } from '#modules/kernel/gates'
import { newId } from '#modules/kernel/ids'
import { signatureHeader, signatureOf } from '#plugins/payment-sandbox/src/webhook'
import { Client, type StreamHandle } from '#tests/support/client'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import { appKey } from '#tests/support/server'
import {
  accountOf,
  ask,
  brokenAfterwards,
  last,
  send,
  settled,
  sharedStage,
  untilSaved,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

const words = ['One ', 'two ', 'three.']
const half = words[0]!
const whole = words.join('')

const eventTypes = ['paid', 'refunded', 'disputed', 'dispute_won'] as const
type EventType = (typeof eventTypes)[number]

/** The events of an order before its last one. */
const before: Record<EventType, readonly EventType[]> = {
  paid: [],
  refunded: ['paid'],
  disputed: ['paid'],
  dispute_won: ['paid', 'disputed'],
}
const pack = { rubyAmount: 100, price: 2 }
const secret = createHmac('sha256', appKey).update('payments sandbox').digest('hex')

interface PaymentEvent {
  eventId: string
  type: EventType
  orderId: string
}

const newEvent = (type: EventType, orderId: string): PaymentEvent => ({ eventId: newId(), type, orderId })

/** Delivers an event once. Returns whether the server acknowledged it. */
const deliver = async (url: string, { eventId, type, orderId }: PaymentEvent): Promise<boolean> => {
  const money = type === 'refunded' ? { refundedCents: 100 } : { amountCents: 200, disputeId: `dispute of ${orderId}` }
  const body = JSON.stringify({
    eventId,
    type,
    orderId: type === 'paid' ? orderId : null,
    paymentReference: `payment of ${orderId}`,
    occurredAt: new Date(2026, 0).toISOString(),
    currency: 'usd',
    ...money,
  })
  const answer = await new Client(url)
    .call('/api/webhooks/payments/sandbox', {
      method: 'POST',
      rawBody: body,
      headers: { [signatureHeader]: signatureOf(Buffer.from(body), secret, new Date()) },
    })
    .catch(() => null)
  return answer?.status === 200
}

/** A chat that is about to ask for a reply of one kind. */
interface Asking {
  kind: string
  sessionId: string
  ask: () => Promise<StreamHandle>
  /** Returns the text of the reply. Null: nothing is written. */
  text: () => Promise<string | null>
}

type MakeAsking = (stage: Stage, client: Client) => Promise<Omit<Asking, 'kind'>>

const ofChat = (chat: Chat, asks: () => Promise<StreamHandle>): Omit<Asking, 'kind'> => ({
  sessionId: chat.sessionId,
  ask: asks,
  text: async () => (await writtenIn(chat))?.content ?? null,
})

const ofKind =
  (kind: 'reply' | 'reroll' | 'continue'): MakeAsking =>
  async (stage, client) => {
    const [chat] = await stage.chats(client, 1, kind)
    return ofChat(chat!, () => ask(chat!, 'Are you there?'))
  }

const inGroup =
  (call: 'stream' | 'talk'): MakeAsking =>
  async (stage, client) => {
    const { body } = await client.post('/api/group-chats', { characterIds: stage.characterIds.slice(0, 3) })
    const address = `/api/group-chats/${body.session.id}`
    await client.put(address, { mode: 'in_turn' })
    // A further turn would begin at a moment of its own.
    const turns = call === 'talk' ? { turns: 1 } : {}
    return {
      sessionId: body.session.id,
      ask: () =>
        client.stream(`${address}/${call}`, {
          method: 'POST',
          body: { model: 'basic', clientMessageId: randomUUID(), ...turns },
        }),
      text: async () => ((await client.get(address)).body.messages as Message[])[1]?.content ?? null,
    }
  }

const kinds: Record<string, MakeAsking> = {
  send: ofKind('reply'),
  'send again': async (stage, client) => {
    const [chat] = await stage.chats(client, 1)
    const again = () => send(chat!, 'Are you there?', { clientMessageId })
    const clientMessageId = randomUUID()
    stage.upstream.answer = (call) => call.finish()
    await (
      await again()
    ).ended
    return ofChat(chat!, again)
  },
  reroll: ofKind('reroll'),
  continue: ofKind('continue'),
  'group turn': inGroup('stream'),
  talk: inGroup('talk'),
  'line for the user': async (stage, client) => {
    const [chat] = await stage.chats(client, 1, 'reroll')
    const { characterId, sessionId } = chat!
    return {
      sessionId,
      ask: () =>
        client.stream(`/api/chats/${characterId}/impersonate`, { method: 'POST', body: { sessionId, model: 'basic' } }),
      text: async () => (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body.draft?.text ?? null,
    }
  },
}

/** The gates of a reply, and what a kill leaves there. */
const killed: Partial<Record<Gate, { state: string; text: string | null }>> = {
  held: { state: 'failed', text: null },
  begun: { state: 'failed', text: null },
  before_end: { state: 'broken_off', text: whole },
  end_unconfirmed: { state: 'written', text: whole },
  charged: { state: 'written', text: whole },
  // The last one, because holding it holds the text of all replies. The tables have half of the text, and the journal all of it.
  tail_saved: { state: 'broken_off', text: whole },
}
const gates = Object.keys(killed) as Gate[]

/** Holds one reply of each kind at each gate. Returns them, their streams, and a function that lets the model finish the last ones. */
const holdAll = async (stage: Stage, client: Client) => {
  const control = stage.server.control!
  const held = new Map<Gate, Asking[]>()
  for (const gate of gates) {
    const asking: Asking[] = []
    for (const [kind, make] of Object.entries(kinds)) asking.push({ kind, ...(await make(stage, client)) })
    held.set(gate, asking)
  }
  const streams: { kind: string; gate: Gate; stream: Promise<StreamHandle> }[] = []
  const model = speakInTwo([half], words.slice(1))
  for (const gate of gates) {
    const asking = held.get(gate)!
    if (gate === 'tail_saved') {
      // So that the tails that this gate holds have no other reply's text.
      await untilSaved(stage.db, held.get('before_end')!, whole)
      stage.upstream.answer = model.answer
    } else stage.upstream.answer = speak(words)
    await control.holdAt(
      gate,
      asking.map(({ sessionId }) => sessionId)
    )
    for (const { kind, ask } of asking) {
      const stream = ask()
      // A kill rejects it before the test looks at it.
      stream.catch(() => {})
      streams.push({ kind, gate, stream })
    }
    if (gate === 'tail_saved') {
      await control.arrived(gate)
      await control.release(gate)
      await untilSaved(stage.db, asking, half)
      await control.holdAt(gate)
    } else await control.arrived(gate, asking.length)
  }
  return { held, streams, finishTails: model.goOn }
}

const stateOf = async ({ db }: Stage, sessionId: string): Promise<string> =>
  (await db.query('SELECT state FROM replies WHERE chat_session_id = $1 ORDER BY created_at DESC', [sessionId])).rows[0]
    ?.state

/** Waits until the server's file has the text of these replies. */
const untilJournaled = async ({ db, server }: Stage, asking: Asking[], text: string) => {
  const folder = join(server.dataDir, 'replies')
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM replies WHERE state = 'running' AND chat_session_id = ANY ($1)`,
    [asking.map(({ sessionId }) => sessionId)]
  )
  await waitUntil('the text is in the journal', async () => {
    const files = await Promise.all(
      (await readdir(folder).catch(() => [])).map((name) => readJournal(join(folder, name)))
    )
    return rows.every(({ id }) => files.some((texts) => texts.get(id) === text))
  })
}

/** Returns the state and the text of each reply. */
const found = async (stage: Stage, held: Map<Gate, Asking[]>) => {
  const rows: Record<string, { state: string; text: string | null }> = {}
  for (const [gate, asking] of held)
    for (const { kind, sessionId, text } of asking)
      rows[`${kind} at ${gate}`] = { state: await stateOf(stage, sessionId), text: await text() }
  return rows
}

const expected = (of: (gate: Gate) => { state: string; text: string | null }) =>
  Object.fromEntries(
    gates.flatMap((gate) => Object.keys(kinds).map((kind) => [`${kind} at ${gate}`, of(gate)] as const))
  )

test.group('Replies of every kind at every gate', (group) => {
  let stage: Stage
  group.each.setup(async () => {
    stage = await sharedStage('killed')
    // A test that failed must not hold the replies of the next one.
    return async () => {
      const { process, control } = stage.server
      stage.proxy!.mend()
      stage.proxy!.thaw()
      if (process.connected)
        for (const gate of [...gates, 'event_applied', 'order_committed'] as const) await control!.release(gate)
    }
  })

  const rubies = 500
  const writtenBy = async (client: Client): Promise<number> =>
    (
      await stage.db.query(`SELECT count(*)::int AS n FROM replies WHERE user_id = $1 AND state = 'written'`, [
        client.user.id,
      ])
    ).rows[0].n

  test('keep what was saved, for free unless they had ended, when the server is killed', async ({ assert }) => {
    const client = await stage.visitor(rubies)
    const { held, streams, finishTails } = await holdAll(stage, client)
    await stage.server.control!.holdAt('before_end')
    finishTails()
    await untilJournaled(stage, held.get('tail_saved')!, whole)
    await stage.server.kill('SIGKILL')
    await Promise.allSettled(streams.map(async ({ stream }) => (await stream).ended))
    await stage.restart()
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    assert.deepEqual(
      await found(stage, held),
      expected((gate) => killed[gate]!)
    )
    const charges = await writtenBy(client)
    assert.deepInclude(await accountOf(stage.db, { client }), { held: 0, charges, balance: rubies - charges })
    // All chats go on at once, with the same requests.
    stage.upstream.answer = speak(words)
    for (const { ask } of held.get('begun')!) {
      const stream = await ask()
      assert.equal(stream.status, 200, stream.text())
      await stream.ended
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  const retrying = 'the database is unavailable at the end of a reply'
  for (const { title, disconnect, reconnect, isLost } of [
    {
      title: 'loses its database connections',
      disconnect: async () => {
        const refused = stage.proxy!.cut()
        await stage.server.control!.release('before_end')
        await refused
      },
      reconnect: () => stage.proxy!.mend(),
      isLost: true,
    },
    {
      title: 'has frozen database connections',
      disconnect: async () => {
        const retriesBefore = stage.server.log().split(retrying).length
        stage.proxy!.freeze()
        await stage.server.control!.release('before_end')
        // In total less than the time for which the end of a reply is retried.
        await waitUntil('the deadline of a query has passed', async () => {
          await stage.server.control!.advance(2_000)
          return stage.server.log().split(retrying).length > retriesBefore
        })
      },
      reconnect: () => stage.proxy!.thaw(),
      // An attempt to begin that is repeated later than this would be given up, so this answer is only late.
      isLost: false,
    },
  ])
    test(`are all written and charged once when the server ${title}`, async ({ assert }) => {
      const control = stage.server.control!
      await control.configure({ nextTextTimeoutMs: 600_000, firstTextTimeoutMs: 600_000 })
      const client = await stage.visitor(rubies)
      const { held, streams, finishTails } = await holdAll(stage, client)
      await disconnect()
      await control.release('begun')
      await control.release('end_unconfirmed', { isLost: true })
      await control.release('charged')
      await control.release('tail_saved')
      finishTails()
      reconnect()
      await control.release('held', { isLost })
      const ends = await Promise.all(
        streams.map(
          async ({ kind, gate, stream }) => [`${kind} at ${gate}`, last(await (await stream).ended).type] as const
        )
      )
      const types = new Set<ReplyEvent['type']>(ends.map(([, type]) => type))
      assert.deepEqual([...types].toSorted(), ['aiComplete', 'draft'], JSON.stringify(ends))
      assert.deepEqual(await brokenAfterwards(stage.db), [])
      assert.deepEqual(
        await found(stage, held),
        expected(() => ({ state: 'written', text: whole }))
      )
      const charges = await writtenBy(client)
      assert.isAtLeast(charges, gates.length * Object.keys(kinds).length)
      assert.deepInclude(await accountOf(stage.db, { client }), { held: 0, charges, balance: rubies - charges })
    })

  test('of the demo need no database, and a killed one can be asked again', async ({ assert }) => {
    const [characterId] = stage.characterIds as [string]
    const control = stage.server.control!
    stage.upstream.answer = speak(words)
    const say = () =>
      new Client(stage.server.url).stream('/api/demo/stream', { method: 'POST', body: { characterId, content: 'Hi.' } })
    await control.holdAt('before_end', [characterId])
    const cut = await say()
    await control.arrived('before_end')
    const refused = stage.proxy!.cut()
    await control.release('before_end')
    assert.equal(last(await cut.ended).type, 'aiComplete')
    await refused
    stage.proxy!.mend()
    await control.holdAt('before_end', [characterId])
    const lost = await say()
    await control.arrived('before_end')
    await stage.server.kill('SIGKILL')
    assert.notEqual(last(await lost.ended).type, 'aiComplete')
    await stage.restart()
    assert.equal(last(await (await say()).ended).type, 'aiComplete')
    await settled(stage.db)
  })

  /** Returns an order of another buyer, whose payment is at the given stage, and its next event. */
  const paidOrder = async (type: EventType) => {
    const buyer = await stage.visitor()
    const { body } = await buyer.post('/api/rubies/stripe-checkout', pack)
    const orderId: string = body.orderId
    for (const earlier of before[type])
      if (!(await deliver(stage.server.url, newEvent(earlier, orderId)))) throw new Error(`${earlier} was refused`)
    return { buyer, type, event: newEvent(type, orderId) }
  }

  for (const fault of ['killed', 'cut', 'frozen'] as const)
    test(`apply each payment event once when the server is ${fault} before the commit, or before the payment page opens`, async ({
      assert,
    }) => {
      const { db, proxy } = stage
      const control = stage.server.control!
      const buyer = await stage.visitor()
      const orders = await Promise.all(eventTypes.map(paidOrder))
      await control.holdAt('order_committed', [buyer.user.id])
      const opening = buyer.post('/api/rubies/stripe-checkout', pack).catch(() => null)
      await control.arrived('order_committed')
      await control.holdAt('event_applied')
      const deliverAll = () => orders.map(({ event }) => deliver(stage.server.url, event))
      const deliveries = deliverAll()
      await control.arrived('event_applied', orders.length)
      // Each of these waits for the lock of a held one.
      deliveries.push(...deliverAll())
      if (fault === 'killed') await stage.server.kill('SIGKILL')
      else {
        if (fault === 'frozen') proxy!.freeze()
        else void proxy!.cut()
        await control.release('event_applied')
        await control.release('order_committed')
        let answered = 0
        for (const call of [...deliveries, opening]) void call.then(() => answered++)
        await waitUntil(`all calls are answered`, async () => {
          await control.advance(2_000)
          return answered === deliveries.length + 1
        })
        proxy!.mend()
        proxy!.thaw()
      }
      assert.notInclude(await Promise.all(deliveries), true)
      await opening
      if (fault === 'killed') await stage.restart()
      // Providers repeat a delivery until it is acknowledged. The last payment was made without the answer of the server.
      const { rows } = await db.query<{ id: string }>('SELECT id FROM ruby_orders WHERE user_id = $1', [buyer.user.id])
      assert.lengthOf(rows, 1)
      const events = [...orders.map(({ event }) => event), newEvent('paid', rows[0]!.id)]
      for (const event of [...events, ...events])
        await waitUntil('the delivery is acknowledged', () => deliver(stage.server.url, event))
      const bought = Object.fromEntries(
        await Promise.all(
          [...orders, { buyer, type: 'late' }].map(async ({ buyer: client, type }) => {
            return [type, (await accountOf(db, { client })).balance - 50] as const
          })
        )
      )
      assert.deepEqual(bought, { paid: 100, refunded: 50, disputed: 0, dispute_won: 100, late: 100 })
      assert.deepEqual(await brokenAfterwards(db), [])
    })
})
