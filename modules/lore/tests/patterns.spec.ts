import { test } from '@japa/runner'
import { parseBarePattern, parsePattern, patternId } from '../src/engine/keys.ts'
import { activateWithPatterns, PatternMatcher, waitingMax } from '../src/patterns/match_patterns.ts'
import type { PatternJob } from '../src/patterns/pattern_job.ts'
import { runPatterns } from '../src/patterns/run_patterns.ts'
import { activation, book, chat, entry, type Partly } from './engine_support.ts'

const hour = 3_600_000

/** Matches in this process, without a deadline, and counts the jobs. */
const inProcess = () => {
  const jobs: PatternJob[] = []
  const match = async (job: PatternJob) => {
    jobs.push(job)
    return runPatterns({ ...job, deadlineMs: hour })
  }
  return { jobs, match }
}

const used = async (partly: Partly, matcher: Pick<PatternMatcher, 'match'> = inProcess()) =>
  (await activateWithPatterns(matcher, activation(partly), 'ann')).used.map(({ entryId }) => entryId)

test.group('Pattern keys', () => {
  for (const [key, id] of [
    ['/dragon/', '/dragon/'],
    ['/dra(g|k)on/i', '/dra(g|k)on/i'],
    [String.raw`/a\/b/`, String.raw`/a\/b/`],
    ['/a/b/', null],
    ['/a', null],
    ['a/i', null],
    ['//', null],
    ['/(/', null],
    ['/a/zz', null],
    ['/a/ii', null],
  ] as const)
    test(`${id ? 'are patterns' : 'are plain texts'} when written ${key}`, ({ assert }) => {
      const pattern = parsePattern(key)
      assert.equal(pattern && patternId(pattern), id)
    })

  test('need no slashes when the entry says so, and then case counts as the entry says', ({ assert }) => {
    assert.deepEqual(parseBarePattern('dra.on', true), { source: 'dra.on', flags: '' })
    assert.deepEqual(parseBarePattern('dra.on', false), { source: 'dra.on', flags: 'i' })
    assert.deepEqual(parseBarePattern('/dra.on/s', false), { source: 'dra.on', flags: 's' })
    assert.isNull(parseBarePattern('(', false))
  })
})

test.group('Activation with patterns', () => {
  test('matches the messages that the entry reads, whatever it says of case and words', async ({ assert }) => {
    const fields = { keys: ['/drag/'], caseSensitive: true, wholeWords: true }
    const entries = [entry('a', fields), entry('b', { ...fields, scanDepth: 1 }), entry('c', { keys: ['/DRAG/'] })]
    assert.deepEqual(await used({ entries, messages: chat('dragon', 'no') }), ['a'])
  })

  test('matches the raw text, with the speaker, and can anchor to the start of a message', async ({ assert }) => {
    const key = (source: string) => entry(source, { keys: [source] })
    const entries = [key('/^\\u0001Mo: hello/'), key('/\\u0001Ann:[^\\u0001]*hello/'), key('/\\u0001Ann: hi\\n?$/')]
    assert.deepEqual(await used({ entries, messages: chat('hi', 'hello') }), [
      '/^\\u0001Mo: hello/',
      '/\\u0001Ann: hi\\n?$/',
    ])
  })

  test('fills the macros of patterns', async ({ assert }) => {
    const fill = (text: string) => text.replaceAll('{{char}}', 'Mo')
    const entries = [entry('a', { keys: ['/{{char}} s.w/'] }), entry('b', { keys: ['{{char}}'] })]
    assert.deepEqual(await used({ entries, messages: chat('Then Mo saw it.'), fill }), ['a', 'b'])
  })

  test('matches sources, notes and further keys', async ({ assert }) => {
    const entries = [
      entry('source', { keys: ['/d.n/'], alsoReads: ['scenario'] }),
      entry('other', { keys: ['/d.n/'] }),
      entry('note', { keys: ['/wind/'] }),
      entry('further', {
        constant: false,
        keys: ['sea'],
        secondaryKeys: ['/s.a/', '/n[oa]/'],
        selective: true,
        logic: 'and_all',
      }),
      entry('excluded', { keys: ['sea'], content: '@@exclude_keys /^.*sea/s\nx' }),
    ]
    const context = { sources: { scenario: 'A den.' }, notes: ['Wind and wind.'] }
    assert.deepEqual(await used({ entries, messages: chat('no sea'), context }), ['source', 'note', 'further'])
  })

  test('matches the texts of used entries, and no text twice', async ({ assert }) => {
    const entries = [
      entry('a', { keys: ['/^.Ann: one/'], content: 'two' }),
      entry('b', { keys: ['/two/'], content: 'three' }),
      entry('c', { keys: ['/thr+ee/'] }),
      entry('d', { keys: ['/three/'], excludeRecursion: true }),
    ]
    const matcher = inProcess()
    assert.deepEqual(await used({ entries, messages: chat('one') }, matcher), ['a', 'b', 'c'])
    const texts = matcher.jobs.flatMap((job) => job.entries.map(([key]) => key))
    assert.deepEqual(texts, ['book.a', 'book.b', 'book.c'])
  })

  test('reads deeper messages while too few entries are used', async ({ assert }) => {
    const request = { entries: [entry('a', { keys: ['/drag/'] })], messages: chat('dragon', 'no', 'no', 'no') }
    assert.deepEqual(await used(request), [])
    assert.deepEqual(await used({ ...request, settings: { activationsMin: 1 } }), ['a'])
  })

  test('asks no process when there is no pattern', async ({ assert }) => {
    const matcher = inProcess()
    assert.deepEqual(await used({ entries: [entry('a', { keys: ['one'] })], messages: chat('one') }, matcher), ['a'])
    assert.isEmpty(matcher.jobs)
  })

  test('gives a book 50 ms in all, and the next one its own', async ({ assert }) => {
    const books = ['x', 'y'].map((id) =>
      book([entry('a', { keys: ['/one/'], content: 'two' }), entry('b', { keys: ['/two/'] })], { id })
    )
    const deadlines: number[] = []
    const match = async (job: PatternJob) => {
      deadlines.push(job.deadlineMs)
      const answer = runPatterns({ ...job, deadlineMs: hour })
      return 'unmatched' in answer ? answer : { ...answer, tookMs: 20 }
    }
    await used({ books, messages: chat('one') }, { match })
    assert.deepEqual(deadlines, [50, 50, 30, 30, 10, 10])
  })

  test('reports a book with too many patterns as too slow', async ({ assert }) => {
    const keys = Array.from({ length: 2_001 }, (_, n) => `/k${n}/`)
    const matcher = inProcess()
    const { left } = await activateWithPatterns(
      matcher,
      activation({ entries: [entry('a', { keys })], messages: chat('k1') }),
      'ann'
    )
    assert.deepEqual(left[0]!.because, { kind: 'too_slow' })
    assert.isEmpty(matcher.jobs)
  })
})

test.group('The process that matches patterns', (group) => {
  const matcher = new PatternMatcher()
  group.teardown(() => matcher.close())
  const job = (source: string, message: string, deadlineMs = 50): PatternJob => ({
    patterns: [{ id: `/${source}/`, source, flags: '', depths: [1] }],
    messages: [message],
    sources: [],
    notes: [],
    entries: [],
    deadlineMs,
  })
  /** An expression that takes exponential time. The backreference prevents linear time in any engine. */
  const runaway = job(String.raw`(a*)*\1b$`, 'a'.repeat(40))

  test('ends a runaway expression, reports it as too slow and answers the next job', async ({ assert }) => {
    assert.deepEqual(await matcher.match(runaway, 'ann'), { unmatched: 'too_slow' })
    const answer = await matcher.match(job('dr.gon', 'A dragon.', hour), 'ann')
    assert.deepInclude(answer, { found: [{ id: '/dr.gon/', messages: 1, sources: [], inNotes: false, entries: [] }] })
  })

  test('continues in linear time when an expression backtracks too much without need', async ({ assert }) => {
    const answer = await matcher.match(job('(a*)*b$', 'a'.repeat(40), hour), 'ann')
    assert.deepInclude(answer, { found: [] })
  })

  test('counts CPU time, not the time in which the process waits for a core', ({ assert }) => {
    const waiting = job('dr.gon', 'A dragon.', 200)
    let reads = 0
    const answer = runPatterns({
      ...waiting,
      get patterns() {
        if (++reads === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
        return waiting.patterns
      },
    })
    assert.property(answer, 'found')
    assert.equal(reads, 2)
  })

  test('leaves out only the patterns of the slow book', async ({ assert }) => {
    const slow = book([entry('a', { keys: [String.raw`/(a*)*\1b$/`] }), entry('b', { keys: ['dragon'] })], {
      id: 'slow',
    })
    const other = book([entry('c', { keys: ['dragon'] })], { id: 'other' })
    const messages = chat(`dragon ${'a'.repeat(40)}`)
    const result = await activateWithPatterns(matcher, activation({ books: [slow, other], messages }), 'ann')
    assert.deepEqual(
      result.used.map(({ entryId }) => entryId),
      ['b', 'c']
    )
    assert.deepEqual(result.left, [{ bookId: 'slow', entryId: 'a', because: { kind: 'too_slow' } }])
  })

  test('refuses when no time is left', async ({ assert }) => {
    assert.deepEqual(await matcher.match(job('a', 'a', 0), 'ann'), { unmatched: 'too_slow' })
  })

  test('lets users take turns, and names books that would wait too long', async ({ assert }) => {
    const order: string[] = []
    const send = async (userId: string) => {
      const answer = await matcher.match(job('a', 'a', hour), userId)
      order.push('unmatched' in answer ? `${userId} is refused: ${answer.unmatched}` : userId)
    }
    const anns = Array.from({ length: waitingMax + 1 }, () => send('ann'))
    await Promise.all([send('bo'), ...anns])
    assert.deepEqual(order.slice(0, 3), ['ann is refused: busy', 'ann', 'bo'])
    assert.lengthOf(order, waitingMax + 2)
  })
})

test.group('A busy process', () => {
  test('leaves out only entries with patterns, and says so', async ({ assert }) => {
    const entries = [entry('a', { keys: ['/one/'] }), entry('b', { keys: ['one'] })]
    const match = async () => ({ unmatched: 'busy' as const })
    const result = await activateWithPatterns({ match }, activation({ entries, messages: chat('one') }), 'ann')
    assert.deepEqual(
      result.used.map(({ entryId }) => entryId),
      ['b']
    )
    assert.deepEqual(result.left, [{ bookId: 'book', entryId: 'a', because: { kind: 'busy' } }])
  })

  test('spends at most 250 ms on all books of a prompt', async ({ assert }) => {
    const books = Array.from({ length: 10 }, (_, n) => book([entry('a', { keys: ['/one/'] })], { id: `b${n}` }))
    const deadlines: number[] = []
    const match = async ({ deadlineMs }: PatternJob) => {
      deadlines.push(deadlineMs)
      return { unmatched: 'too_slow' as const }
    }
    await activateWithPatterns({ match }, activation({ books, messages: chat('one') }), 'ann')
    assert.deepEqual(deadlines, [50, 50, 50, 50, 50, 0, 0, 0, 0, 0])
  })
})
