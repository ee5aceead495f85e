import { test } from '@japa/runner'
import fc from 'fast-check'
import { cli } from '#cli/tests/support'
import type { Client } from '#tests/support/client'
import { seedOfRun } from '#tests/support/dice'
import type { Memory } from '#tests/support/heap_watch'
import { brokenPromises } from '#tests/support/ledger_promises'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { calls, type Call } from './calls.ts'
import { openFuzzServer, type FuzzServer } from './fuzz_server.ts'
import { faultsOf } from './judge.ts'
import { goodPlan, plansOf, type Caller, type Plan } from './plans.ts'
import { rawRequests } from './raw_requests.ts'
import { curlLine, namesIn, requestOf, type Request } from './request.ts'
import { Wire, type WireAnswer } from './wire.ts'

/** `npm run fuzz -- --runs 3000 --call chats --part 1/3` sets these variables. */
const runs = Number(process.env.FUZZ_RUNS ?? 1)
const { FUZZ_CALL = '', FUZZ_PART = '1/1' } = process.env
const [part = 1, parts = 1] = FUZZ_PART.split('/').map(Number)
const chosen = calls.filter(({ name }, at) => name.includes(FUZZ_CALL) && at % parts === part - 1)
/** `npm run fuzz` uses a new seed each time. */
const seed = seedOfRun()
/**
 * The allowed growth of the heap after any number of requests. The first use of a call loads about 0.1 MB of code. Requests must not leak
 * memory.
 */
const keptMbMax = 24
const runsOf = ({ isCostly }: Call) => Math.ceil(runs / (isCostly ? 10 : 1))

interface Sent {
  call: string
  request: Request
  status: number | null
  ms: number
}

let opened: Promise<{ target: FuzzServer; wire: Wire; floorMs: number }> | null = null
const open = () =>
  (opened ??= (async () => {
    const target = await openFuzzServer()
    const wire = new Wire(target.url)
    const floorMs = await floorOf(wire)
    counted.memory.push(await target.heap.look())
    return { target, wire, floorMs }
  })())

/** Measures the machine's current floor, the median response time of 60 health checks. */
const floorOf = async (wire: Wire): Promise<number> => {
  const times: number[] = []
  const bytes = Buffer.from('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
  for (let n = 0; n < 60; n++) times.push((await wire.send(bytes))!.ms)
  return times.toSorted((a, b) => a - b)[30]!
}

const counted = { sent: 0, statuses: new Map<string, number>(), slowest: [] as Sent[], memory: [] as Memory[] }
const count = (sent: Sent) => {
  const { status, ms } = sent
  counted.sent++
  const known = status === null ? 'closed' : String(status)
  counted.statuses.set(known, (counted.statuses.get(known) ?? 0) + 1)
  const { slowest } = counted
  if (slowest.length === 10 && slowest[9]!.ms >= ms) return
  slowest.push(sent)
  counted.slowest = slowest.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
}

/**
 * Repeats a slow request and compares its time with the current floor. Only a request that is slow each time counts as slow, so that a busy
 * machine doesn't fail the test. Returns its shortest time, or null.
 */
const isSlow = async (ms: number, call: Call, again: () => Promise<number>): Promise<number | null> => {
  const { wire, floorMs } = await open()
  const boundOf = (floor: number) => (call.isCostly ? 10_000 : 1_000) + 100 * floor
  if (ms <= boundOf(floorMs)) return null
  for (let tries = 0; tries < 8; tries++) {
    const floor = Math.max(floorMs, await floorOf(wire))
    ms = Math.min(ms, await again())
    if (ms <= boundOf(floor)) return null
  }
  return ms
}

interface Found {
  request: Request
  answer: WireAnswer | null
  faults: string[]
}

/** Sends a planned request and checks the response. */
const sendPlan = async (call: Call, plan: Plan): Promise<Found> => {
  const { target, wire } = await open()
  const user = await target.callerOf(plan.caller, call)
  const path = plan.line.path.split('?')[0]!
  const fill = await target.fill(namesIn(plan), { caller: plan.caller, user, path })
  const { cookie, token } = user.client
  const request = requestOf(plan, fill, { cookie, token, host: new URL(target.url).host })
  const send = () => wire.send(request.bytes, request.options)
  const answer = await send().catch((error: Error) => error)
  if (answer instanceof Error) return { request, answer: null, faults: [answer.message] }
  const status = answer?.status ?? null
  count({ call: call.name, request, status, ms: answer?.ms ?? 0 })
  // With two requests on one connection, the second may be rejected before the first is answered.
  const isUncertain = status === null || request.options.isAlone
  const succeeded = isUncertain || status < 400 || answer!.headers.some(([name]) => name === 'set-cookie')
  target.leave(plan.caller, call, succeeded)
  if (request.method === 'DELETE' && status === 200) target.renewObjects()
  if (status === 401) await target.renewSession(plan.caller)
  if (!answer) return { request, answer, faults: mayClose(request) ? [] : ['the server closed the connection'] }
  const faults = faultsOf(request, answer, plan.caller, target.canaries)
  const slow = await isSlow(answer.ms, call, async () => (await send())?.ms ?? 0)
  if (slow !== null) faults.push(`${Math.round(slow)} ms to answer, each time`)
  return { request, answer, faults }
}

/** The server may close the connection of an incomplete or oversized request. */
const mayClose = ({ options, body }: Request) => options.endsAfter || options.isAlone || (body?.length ?? 0) > 1_000_000

const complain = ({ request, answer, faults }: Found, url: string, plan?: Plan) =>
  [
    faults.join('; '),
    `SEED=${seed} FUZZ_RUNS=${runs}`,
    curlLine(request, url),
    answer ? `${answer.status} ${answer.text.slice(0, 600)}` : 'no answer',
    ...(plan ? [`${plan.caller} ${JSON.stringify(plan.defects).slice(0, 1_000)}`] : []),
  ].join('\n')

/** Returns the caller of valid requests, which is an admin for admin calls. */
const goodCaller = ({ path }: Plan['line']): Caller => (path.startsWith('/api/admin') ? 'admin' : 'user')

test.group('Fuzzing', (group) => {
  group.each.timeout(0)
  group.tap((fuzzTest) => fuzzTest.tags(longRun))
  group.teardown(() => report())
  for (const call of chosen)
    test(`${call.name}: ${runsOf(call)} random requests`, async ({ assert }) => {
      const { target } = await open()
      for (const line of call.lines) {
        // A reply of the previous line may still be running.
        target.renewObjects()
        const caller = goodCaller(line)
        const plan = goodPlan(line, caller)
        const found = await sendPlan(call, plan)
        assert.isEmpty(found.faults, complain(found, target.url, plan))
        const { status } = line.expected[caller === 'admin' ? 'admin' : 'owner']
        // A valid request must succeed, so that the random requests test the call itself, not only its validation.
        if (status < 400) assert.isBelow(found.answer!.status, 400, complain(found, target.url, plan))
      }
      const failures: (Found & { plan: Plan })[] = []
      const property = fc.asyncProperty(plansOf(call), async (plan) => {
        const found = await sendPlan(call, plan)
        if (found.faults.length > 0) failures.push({ ...found, plan })
        return found.faults.length === 0
      })
      const outcome = await fc.check(property, { seed, numRuns: runsOf(call) })
      // fast-check shrinks failures, so the last failure is the smallest.
      const last = failures.at(-1)
      // A long run reports immediately.
      if (last && runs > 100) console.log(complain(last, target.url, last.plan))
      if (last) assert.fail(complain(last, target.url, last.plan))
      if (outcome.failed) assert.fail(`SEED=${seed}: ${String(outcome.errorInstance)}`)
    })

  test('malformed HTTP gets an error or a closed connection', async ({ assert }) => {
    const { target, wire } = await open()
    const host = new URL(target.url).host
    let last: string | null = null
    const property = fc.asyncProperty(
      rawRequests(host, target.actors.user.client.cookie),
      async ({ text, mayPass }) => {
        const answer = await wire.send(Buffer.from(text, 'latin1'), { isAlone: true, endsAfter: true })
        counted.sent++
        const faults: string[] = []
        if (answer) {
          if (!(answer.status < 500 || [501, 505].includes(answer.status))) faults.push(`status ${answer.status}`)
          if (!mayPass && answer.status < 400) faults.push(`${answer.status} for an ambiguous message`)
          // Bytes after the end of a readable request must get no response.
          if (!mayPass && /^HTTP\/1\.1 [23]/m.test(answer.more)) faults.push('a smuggled request was answered')
        }
        if (faults.length > 0)
          last = `${faults.join('; ')}\nSEED=${seed}\n${JSON.stringify(text).slice(0, 2_000)}\n${answer?.text}`
        return faults.length === 0
      }
    )
    await fc.check(property, { seed, numRuns: runs * 4 })
    assert.isNull(last)
  })

  test('leaves the server and its data intact', async ({ assert }) => {
    const { target, wire } = await open()
    const { server, db, rows, actors, untouched } = target
    wire.close()
    await repliesEnded(rows)
    counted.memory.push(await target.heap.look())

    assert.isNull(server.process.exitCode, server.log().slice(-2_000))
    assert.equal(oddLines(server.log()).join('\n'), '')
    assert.deepEqual(await untouched.look(), untouched.before)
    // Answers created by things.ts have no reply.
    const broken = await brokenPromises(db)
    assert.deepEqual(
      broken.filter((problem) => !problem.endsWith('belongs to no reply')),
      []
    )
    const verified = await cli(['verify-ledger'], { databaseUrl: server.databaseUrl })
    assert.equal(verified.code, 0, verified.out + verified.err)
    assert.deepEqual(await unreadable(actors.user.client, actors.admin.client, rows), [])
    assert.deepEqual(await oddFigures(target), [])
    const [first, last] = [counted.memory[0]!, counted.memory.at(-1)!]
    assert.isBelow(last.aliveMb - first.aliveMb, keptMbMax, JSON.stringify(counted.memory))
  })
})

const repliesEnded = (rows: FuzzServer['rows']) =>
  waitUntil('all replies have ended', async () => {
    const [{ running }] = await rows(`SELECT count(*)::int AS running FROM replies WHERE state = 'running'`)
    return running === 0
  })

/** Returns log lines that no request may cause, and malformed lines. */
const oddLines = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.trim() !== '')
    .filter((line) => {
      // Node's inspector prints these lines while the heap is measured.
      if (/^Debugger (attached|ending)/.test(line)) return false
      if (!line.startsWith('{')) return true
      const { level } = JSON.parse(line)
      return level >= 50
    })
    .map((line) => line.slice(0, 800))
    .slice(0, 10)

/** Reads every list, page by page, and every chat. Returns the reads that fail. */
const unreadable = async (user: Client, admin: Client, rows: FuzzServer['rows']): Promise<string[]> => {
  const faults: string[] = []
  const read = async (client: Client, path: string) => {
    for (let next: string | undefined = path, pages = 0; next && pages < 200; pages++) {
      const { status, headers, text } = await client.get(next)
      if (status !== 200) faults.push(`${next}: ${status} ${text.slice(0, 300)}`)
      next = /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
  }
  for (const client of [user, admin]) {
    for (const sort of ['popular', 'new', 'name']) await read(client, `/api/characters?sort=${sort}`)
    for (const path of [
      'characters/tags',
      'chats',
      'rubies/transactions',
      'user/settings',
      'auth/user',
      'user/export',
      'daily-reward/check',
    ])
      await read(client, `/api/${path}`)
    const { id } = client.user
    const chats = await rows(
      'SELECT id, character_id FROM chat_sessions WHERE user_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT 40',
      [id]
    )
    for (const chat of chats) {
      const isGroup = chat.character_id === null
      await read(client, isGroup ? `/api/group-chats/${chat.id}` : `/api/chats/${chat.character_id}?session=${chat.id}`)
      await read(client, `/api/chats/${chat.id}/context`)
      await read(client, `/api/chats/${chat.id}/export?format=markdown`)
    }
    const characters = await rows(
      'SELECT id FROM characters WHERE created_by = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT 40',
      [id]
    )
    for (const { id: character } of characters) await read(client, `/api/characters/${character}?edit=true`)
  }
  const commented = await rows('SELECT DISTINCT character_id AS id FROM character_comments ORDER BY 1 DESC LIMIT 20')
  for (const { id } of commented) {
    const { status } = await admin.get(`/api/characters/${id}/comments`)
    if (status >= 500) faults.push(`the comments of ${id}: ${status}`)
  }
  for (const path of ['users', 'acts', 'dashboard', 'characters', 'debts', 'ledger-check'])
    await read(admin, `/api/admin/${path}`)
  return faults
}

/** Checks that /metrics answers and doesn't contain its token. */
const oddFigures = async ({ url, canaries }: FuzzServer): Promise<string[]> => {
  const token = canaries.secret[1]!
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  return answer.status === 200 && !text.includes(token) ? [] : [`/metrics: ${answer.status} ${text.slice(0, 300)}`]
}

const report = () => {
  const statuses = [...counted.statuses]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, times]) => `${times} × ${status}`)
  console.log(
    `fuzzing: ${counted.sent} requests to ${chosen.length} calls, seed ${seed}, in ${Math.round(process.uptime())} s: ${statuses.join(', ')}`
  )
  for (const memory of counted.memory) console.log(`memory: ${describeMemory(memory)}`)
  console.log('the slowest:')
  for (const { call, ms, status, request } of counted.slowest)
    console.log(
      `  ${Math.round(ms)} ms, ${call}, ${status}: ${request.method} ${request.target.slice(0, 120)} ${request.body?.toString().slice(0, 120) ?? ''}`
    )
}

const describeMemory = ({ aliveMb, outsideMb, residentMb, garbageMb }: Memory) =>
  `${aliveMb.toFixed(1)} MB alive and ${outsideMb.toFixed(1)} outside of the heap; ${Math.round(residentMb)} resident, of which ${Math.round(garbageMb)} were garbage`
