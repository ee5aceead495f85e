import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { speak, speakOn, type Call } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  brokenAfterwards,
  kinds,
  last,
  messagesOf,
  send,
  sharedStage,
  writtenIn,
  type Stage,
} from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

const secret = 'Quetzalcoatlus'
const key = 'test-key-5f2c'

interface Failure {
  title: string
  answer: (call: Call) => void | Promise<void>
  code: string
  /** The kept text. */
  kept?: string
  /** The kept text is charged, because what the user wrote may have caused the end. */
  isCharged?: true
}

const answerWith =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (call: Call) => {
    call.response.writeHead(status, { 'content-type': 'application/json', ...headers })
    call.response.end(JSON.stringify(body))
  }

/** Returns a provider's error that contains the key and the prompt. */
const leakyError = (call: Call, message: string) => ({
  error: { message: `${message}: ${key}, ${JSON.stringify(call.body.messages)}`, type: 'x' },
})

const failures: Failure[] = [
  {
    title: 'refuses the key (401)',
    answer: (call) => answerWith(401, leakyError(call, 'Incorrect API key'))(call),
    code: 'unauthorized',
  },
  {
    title: 'is busy (429 with Retry-After)',
    answer: (call) => answerWith(429, leakyError(call, 'Slow down'), { 'retry-after': '700' })(call),
    code: 'rate_limited',
  },
  {
    title: 'breaks (500)',
    answer: (call) => answerWith(500, leakyError(call, 'Oops'))(call),
    code: 'unavailable',
  },
  {
    title: 'reports an error with status 200',
    answer: (call) => {
      call.response.writeHead(200, { 'content-type': 'text/event-stream' })
      call.response.end(`data: ${JSON.stringify(leakyError(call, 'Overloaded'))}\n\n`)
    },
    code: 'unavailable',
  },
  {
    title: 'reports an error with status 200 after some text',
    answer: (call) => {
      call.delta('I was about')
      call.response.end(`data: ${JSON.stringify(leakyError(call, 'Overloaded'))}\n\n`)
    },
    code: 'unavailable',
    kept: 'I was about',
  },
  { title: 'is silent', answer: () => {}, code: 'timeout' },
  {
    title: 'is silent after its headers',
    answer: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
    },
    code: 'timeout',
  },
  {
    title: 'becomes silent during a reply',
    answer: (call) => call.delta('Well, you'),
    code: 'timeout',
    kept: 'Well, you',
  },
  {
    title: 'disconnects during a reply',
    answer: (call) => {
      call.delta('Half of')
      call.response.write('', () => call.response.destroy())
    },
    code: 'cut_off',
    kept: 'Half of',
  },
  {
    title: 'ends without an end event',
    answer: (call) => {
      call.delta('Half again')
      call.response.end()
    },
    code: 'cut_off',
    kept: 'Half again',
  },
  { title: 'returns an empty reply', answer: (call) => call.finish(), code: 'empty_reply' },
  { title: 'returns only whitespace', answer: (call) => (call.delta(' \n'), call.finish()), code: 'empty_reply' },
  { title: 'filters the whole reply', answer: (call) => call.finish('content_filter'), code: 'content_filtered' },
  {
    title: 'filters the reply in the middle',
    answer: (call) => {
      call.delta('And then the')
      call.finish('content_filter')
    },
    code: 'content_filtered',
    kept: 'And then the',
    isCharged: true,
  },
  {
    title: 'refuses with a text',
    answer: (call) => {
      call.event({ refusal: 'I can’t help with that.' })
      call.finish()
    },
    code: 'model_refused',
  },
  {
    title: 'refuses in the middle',
    answer: (call) => {
      call.delta('Once upon')
      call.event({ refusal: 'I can’t go on.' })
      call.finish()
    },
    code: 'model_refused',
    kept: 'Once upon',
    isCharged: true,
  },
  {
    title: 'uses its whole length for hidden reasoning',
    answer: (call) => call.finish('length'),
    code: 'reasoning_only',
  },
  {
    title: 'reasons in the text and writes no answer',
    answer: (call) => {
      call.delta('<think>They want to know of')
      call.finish()
    },
    code: 'reasoning_only',
  },
  {
    title: 'never stops reasoning',
    answer: (call) => {
      call.delta('Let me see.')
      return speakOn(({ event }) => event({ reasoning_content: 'Hmm. ' }), 50)(call)
    },
    code: 'timeout',
    kept: 'Let me see.',
  },
  {
    title: 'sends a web page',
    answer: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<html>${secret} ${key}</html>`)
    },
    code: 'invalid_response',
  },
  {
    title: 'sends garbage instead of events',
    answer: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(Buffer.from('data: {"choices":[{"delta":\xff\xfe\x00{{{ nonsense\n\ndata: ]]\n\n', 'latin1'))
    },
    code: 'invalid_response',
  },
]

test.group('A model provider that', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('pair')
  })

  for (const kind of kinds) {
    /** Requests a reply, and returns once the model was called. The returned checks may run while other replies are running. */
    const fail = async (assert: any, { title, answer, code, kept, isCharged }: Failure) => {
      const { upstream, db } = stage
      const paid = isCharged ? 1 : 0
      const chat = await stage.chat(1 + paid, kind)
      const before = await messagesOf(chat)
      const called = Promise.withResolvers<void>()
      upstream.answer = (call) => {
        called.resolve()
        return answer(call)
      }
      const asking = ask(chat, `Tell me of the ${secret}.`)
      await called.promise
      const check = async () => {
        const end = last(await (await asking).ended)
        assert.equal(end.type, 'error', title)
        if (end.type !== 'error') return
        assert.equal(end.code, code, title)
        assert.match(end.error, /^[A-Z].*[.]$/)
        assert.notInclude(end.error, secret)
        assert.notInclude(end.error, key)
        // The event contains the message with the kept text. A broken-off reroll is not selected.
        if (kept) assert.deepEqual(end.message, last(await messagesOf(chat)))
        else assert.isUndefined(end.message)
        if (kept && !isCharged && kind === 'reroll')
          assert.deepInclude(end.message, { content: before[1]!.content, selectedAlternate: 0 })
        assert.deepEqual(await accountOf(db, chat), { balance: 1, held: 0, paid, charges: paid })
        const written = await writtenIn(chat)
        if (kept)
          assert.deepInclude(written, {
            content: kept,
            state: isCharged ? 'stopped' : 'broken_off',
            rubyCost: paid,
          })
        else {
          assert.isNull(written)
          assert.deepEqual((await messagesOf(chat)).slice(0, before.length), before)
        }
      }
      const goOn = async () => {
        upstream.answer = speak(['Better', ' now.'])
        assert.equal(last(await (await send(chat, 'Again?')).ended).type, 'aiComplete', title)
        assert.deepEqual(await accountOf(db, chat), { balance: 0, held: 0, paid: 1 + paid, charges: 1 + paid })
        assert.deepEqual(await brokenAfterwards(db), [])
      }
      return { check, goOn }
    }

    for (const failure of failures.filter(({ code }) => code !== 'timeout'))
      test(`${failure.title} causes the right error ${failure.isCharged ? 'and is charged' : 'for free'}, and the next message works (${kind})`, async ({
        assert,
      }) => {
        const { check, goOn } = await fail(assert, failure)
        await check()
        await goOn()
      }).tags(kind === 'reply' ? [] : longRun)

    const silent = failures.filter(({ code }) => code === 'timeout')
    test(`${silent.map(({ title }) => title).join(', or ')} causes a timeout for free, and the next message works (${kind})`, async ({
      assert,
    }) => {
      // All replies of this time are meant to time out.
      await stage.server.control!.configure({ firstTextTimeoutMs: 3_000, nextTextTimeoutMs: 300 })
      const failed = []
      for (const failure of silent) failed.push(await fail(assert, failure))
      const checks = Promise.all(failed.map(({ check }) => check()))
      let areOver = false
      const end = () => (areOver = true)
      checks.then(end, end)
      await waitUntil('all have timed out', async () => {
        await stage.server.control!.advance(250)
        return areOver
      })
      await checks
      await stage.server.control!.configure({ firstTextTimeoutMs: 60_000, nextTextTimeoutMs: 30_000 })
      for (const { goOn } of failed) await goOn()
    }).tags(kind === 'reply' ? [] : longRun)

    test(`reasons, then answers: only the answer is kept, and charged (${kind})`, async ({ assert }) => {
      const chat = await stage.chat(1, kind)
      stage.upstream.answer = (call) => {
        const think = (text: string) => (kind === 'reply' ? call.event({ reasoning: text }) : call.delta(text))
        for (const text of ['<think>', 'Hmm. ', 'Hmm. ', '</think>\n\n']) think(text)
        call.delta('Yes, there is.')
        call.finish()
      }
      const events = await (await ask(chat, 'Is there one?')).ended
      assert.equal(last(events).type, 'aiComplete')
      assert.notInclude(JSON.stringify(events), 'Hmm')
      assert.include((await writtenIn(chat))!.content, 'Yes, there is.')
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })
  }

  test('puts secrets into its errors: the log contains no key, no prompt and no user’s text', async ({ assert }) => {
    const log = stage.server.log()
    assert.include(log, 'the model provider failed')
    const { rows } = await stage.db.query('SELECT name, backstory FROM characters WHERE id = $1', [
      stage.characterIds[0],
    ])
    for (const word of [secret, key, 'Good evening.', 'Better now.', rows[0].backstory.slice(0, 30), 'You play'])
      assert.notInclude(log, word)
  })
})
