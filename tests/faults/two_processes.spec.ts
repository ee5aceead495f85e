import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { Client, textOf, type StreamHandle } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { numberedWords, speak, speakInTwo } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  brokenAfterwards,
  isChunk,
  last,
  send,
  settled,
  startStage,
  until,
  untilSaved,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

const words = numberedWords(20)
const whole = words.join('')

/** Returns the ids of the launcher's child processes, by their numbers. */
const processIds = ({ server }: Stage): Map<number, number> => {
  const launcher = server.process.pid!
  const children = readFileSync(`/proc/${launcher}/task/${launcher}/children`, 'utf8').trim().split(/\s+/)
  const numberOf = (pid: string) =>
    Number(/\0FACET_PROCESS_NUMBER=(\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1])
  return new Map(children.map((pid) => [numberOf(pid), Number(pid)]))
}

const waitForLog = ({ server }: Stage, text: string, times = 1) =>
  waitUntil(
    () => `the log has ${text}:\n${server.log()}`,
    () => server.log().split(text).length > times
  )

const startTwo = async (env: Record<string, string> = {}) => {
  const stage = await startStage({ processes: 2, env: { DRAIN_MS: '60000', REPLY_LEASE_MS: '10000', ...env } })
  await waitForLog(stage, '2 processes are serving')
  return stage
}

interface Running {
  chat: Chat
  stream: StreamHandle
  /** The number of the process that generates the reply. */
  number: number
}

/** Begins two replies in each process. Stops the other one meanwhile, because the kernel decides which process accepts. */
const beginInBoth = async (stage: Stage): Promise<Running[]> => {
  const running: Running[] = []
  const ids = processIds(stage)
  const chats = await stage.chats(await stage.visitor(1_000), 4)
  for (const number of [1, 2]) {
    const other = ids.get(3 - number)!
    process.kill(other, 'SIGSTOP')
    try {
      for (const chat of chats.splice(0, 2)) {
        const stream = await ask(chat, 'Hello?')
        await stream.waitFor(isChunk)
        running.push({ chat, stream, number })
      }
    } finally {
      process.kill(other, 'SIGCONT')
    }
  }
  return running
}

test.group('Two processes on one socket', (group) => {
  group.tap((each) => each.tags(longRun))
  test('a killed one’s text is kept for free, the other one finishes its replies, and it is restarted', async ({
    assert,
    cleanup,
  }) => {
    const stage = await startTwo()
    cleanup(() => stage.close())
    const { answer, goOn } = speakInTwo(words.slice(0, 5), words.slice(5))
    stage.upstream.answer = answer
    const running = await beginInBoth(stage)
    // All five words are saved.
    await untilSaved(
      stage.db,
      running.map(({ chat }) => chat),
      words.slice(0, 5).join('')
    )
    const [lost, kept] = [2, 1].map((number) => running.filter((one) => one.number === number))
    process.kill(processIds(stage).get(2)!, 'SIGKILL')
    await waitForLog(stage, 'process 2 exited by itself (code 137), restarting it')
    // The other process serves requests meanwhile.
    stage.upstream.answer = speak(['Still', ' here.'])
    const [other] = await stage.chats(await stage.visitor(), 1)
    assert.equal(last(await (await send(other!, 'Anyone?')).ended).type, 'aiComplete')
    goOn()
    for (const { chat, stream } of kept!) {
      assert.equal(textOf(await stream.ended), whole)
      assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 1 })
    }
    await settled(stage.db)
    for (const { chat } of lost!)
      assert.deepInclude(await writtenIn(chat), {
        content: words.slice(0, 5).join(''),
        state: 'broken_off',
        rubyCost: 0,
      })
    const { client } = running[0]!.chat
    assert.deepEqual(await accountOf(stage.db, { client }), {
      balance: 1_000 - kept!.length,
      held: 0,
      paid: kept!.length,
      charges: kept!.length,
    })
    await until(
      stage.db,
      `SELECT count(DISTINCT instance) = 2 FROM reply_owners WHERE lease_until > clock_timestamp() AND instance LIKE '%#%'`
    )
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('SIGTERM lets both finish their replies, and the launcher exits with 0', async ({ assert, cleanup }) => {
    const stage = await startTwo()
    cleanup(() => stage.close())
    const { answer, goOn } = speakInTwo(words.slice(0, 5), words.slice(5))
    stage.upstream.answer = answer
    const running = await beginInBoth(stage)
    const exit = stage.server.stop()
    await waitForLog(stage, 'SIGTERM: finishing replies')
    goOn()
    for (const { stream } of running) {
      assert.equal(textOf(await stream.ended), whole)
      assert.equal(last(stream.events).type, 'aiComplete')
    }
    assert.equal(await exit, 0)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('SIGUSR2 under load replaces both without a failed request or a broken reply', async ({ assert, cleanup }) => {
    const stage = await startTwo()
    cleanup(() => stage.close())
    stage.upstream.answer = speak(words, 20)
    const before = [...processIds(stage).values()]
    const ends = new Map<string, number>()
    let isOver = false
    const people = Array.from({ length: 6 }, async () => {
      const client = await stage.visitor(1_000)
      const [chat] = await stage.chats(client, 1)
      while (!isOver) {
        const stream = await send(chat!, 'Hello?')
        const events = stream.status === 200 ? await stream.ended : []
        const end = `${stream.status} ${events.at(-1)?.type} ${textOf(events) === whole}`
        ends.set(end, (ends.get(end) ?? 0) + 1)
      }
    })
    const pages = Array.from({ length: 3 }, async () => {
      // Keeps its connection open, as a proxy does.
      while (!isOver) {
        const response = await fetch(`${stage.server.url}/api/characters`)
        await response.arrayBuffer()
        if (!response.ok) ends.set(`page ${response.status}`, 1)
      }
    })
    const began = new Client(stage.server.url)
    stage.server.process.kill('SIGUSR2')
    await waitForLog(stage, 'all processes are replaced')
    isOver = true
    await Promise.all([...people, ...pages])
    assert.deepEqual([...ends.keys()], ['200 aiComplete true'])
    const after = [...processIds(stage).values()]
    assert.equal(after.length, 2)
    assert.isFalse(after.some((pid) => before.includes(pid)))
    assert.equal((await began.get('/health/ready')).status, 200)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }).tags(longRun)

  test('any process reports the metrics of both', async ({ assert, cleanup }) => {
    const stage = await startTwo({ METRICS_TOKEN: 'a-token-for-machines-0123' })
    cleanup(() => stage.close())
    const headers = { authorization: 'Bearer a-token-for-machines-0123' }
    const { text } = await new Client(stage.server.url).call('/metrics', { headers })
    assert.match(text, /^facet_processes\{state="answering"\} 2$/m)
    for (const number of [1, 2])
      assert.match(text, new RegExp(`^process_resident_memory_bytes\\{process="${number}"\\} \\d`, 'm'))
    assert.match(text, /^facet_database_up 1$/m)
    assert.lengthOf(text.match(/^# TYPE facet_http_requests_total /gm)!, 1)
  }).tags(longRun)
})
