import assert from 'node:assert/strict'
import type { ImageProgress } from '../contract/image.ts'
import type { TextMessages } from '../contract/text_messages.ts'
import { noSignal, within } from './checks.ts'
import type { Answer, Reaction } from './fake_server.ts'
import type { ImageKitOptions, ImageUpstream } from './image_kit_options.ts'
import {
  checkModels,
  deliveriesOf,
  kitImageRequest,
  png,
  reactions,
  refusal,
  runner,
  type Reactions,
} from './image_kit_tools.ts'

/** Registers the cases about vendors that list their models. */
export function registerModelCases(options: ImageKitOptions, upstream: ImageUpstream): void {
  const { lists } = upstream
  if (!lists) return
  const { promptMs = 5000 } = options
  const { test, on } = runner(options)
  const listing = (list: Reaction) => reactions(upstream, { list })

  test('lists the models of the upstream', async () => {
    for (const names of [['kit-model'], ['A model', 'folder/b [0123abcd]', 'ß & <c>']]) {
      await on(
        (request) => ({
          steps: [
            upstream.callIs(request) === 'list'
              ? lists.answer(request, names)
              : (upstream.progress?.watch(request, 0) ?? '{}'),
          ],
        }),
        async ({ provider }) => {
          const models = await provider.models(noSignal())
          checkModels(models)
          assert.deepEqual(
            models.map(({ id }) => id),
            names
          )
        }
      )
    }
  })

  test('bounds the list of models', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `model ${n}`)
    await on(
      (request) => ({ steps: [upstream.callIs(request) === 'list' ? lists.answer(request, names) : '{}'] }),
      async ({ provider }) => checkModels(await provider.models(noSignal()))
    )
  })

  test('throws only ProviderError when the models can’t be listed', async () => {
    const failing: Reaction[] = [
      'unreachable',
      { status: 401, steps: ['{}'] },
      { status: 404, steps: ['<h1>No</h1>'] },
      { steps: ['[]'] },
      { steps: ['{}'] },
      { steps: ['null'] },
      { steps: ['<!doctype html>'] },
      { steps: ['[1,null,{"title":5},[]]'] },
    ]
    for (const list of failing)
      await on(listing(list), async ({ provider }) => {
        await within(promptMs, 'the provider did not end', refusal(provider.models(noSignal())))
      })
  })

  test('closes the connection when the signal fires during the list', () =>
    on(listing('hang'), async ({ provider, server }) => {
      const abort = new AbortController()
      const listed = refusal(provider.models(abort.signal))
      listed.catch(() => {})
      const call = await within(
        promptMs,
        'the provider never called',
        server.called((request) => upstream.callIs(request) === 'list')
      )
      abort.abort()
      await within(promptMs, 'the provider did not end', listed)
      await within(promptMs, 'the provider did not hang up', call.hungUp)
    }))
}

/** Registers the cases about vendors that tell progress. */
export function registerProgressCases(options: ImageKitOptions, upstream: ImageUpstream): void {
  const { progress, job } = upstream
  if (!progress) return
  const { promptMs = 5000 } = options
  const { test, on } = runner(options)
  // By a job, if the vendor has jobs.
  const [, deliver] = deliveriesOf(upstream).at(-1)!

  /** Reactions that hold the picture until `finish` is called. */
  const heldPicture = () => {
    const { promise, resolve: finish } = Promise.withResolvers<void>()
    let isDone = false
    void promise.then(() => (isDone = true))
    const delivered = deliver(png)
    const { look } = delivered
    const last = Array.isArray(look) ? look.at(-1)! : null
    const { steps } = delivered.ask as Answer
    const held: Partial<Reactions> =
      job && last
        ? { ...delivered, look: () => (isDone ? last : { steps: [job.underWay] }) }
        : { ...delivered, ask: { steps: [' ', () => promise, ...steps] } }
    return { held, finish }
  }

  /** Tells fractions one after another, the last one again and again. */
  const telling = (fractions: readonly unknown[]) => {
    let told = 0
    const watch: Reactions['watch'] = (request) => ({
      steps: [progress.watch(request, fractions[Math.min(told++, fractions.length - 1)])],
    })
    const messages: TextMessages = (_url, _headers, onText, signal) => {
      for (const fraction of fractions)
        setImmediate(() => {
          if (progress.message && !signal.aborted) onText(progress.message(fraction))
        })
    }
    return { watch, messages }
  }

  /** Draws a picture that is finished as soon as `isEnough`. Returns what was reported. */
  const reported = async (
    fractions: readonly unknown[],
    isEnough: (progress: ImageProgress) => boolean,
    ways: Partial<Reactions> = {}
  ) => {
    const { held, finish } = heldPicture()
    const { watch, messages } = telling(fractions)
    const seen: ImageProgress[] = []
    await on(
      reactions(upstream, { watch, ...held, ...ways }),
      async ({ provider }) => {
        const drawn = provider.draw(kitImageRequest(), noSignal(), (told) => {
          seen.push(told)
          if (isEnough(told)) finish()
        })
        await within(promptMs, 'no progress was reported', drawn)
      },
      { messages }
    )
    return seen
  }
  const fractionsOf = (seen: ImageProgress[]) =>
    seen.flatMap((told) => (told.state === 'drawing' ? [told.fraction] : []))

  test('reports the progress that the upstream tells', async () => {
    const seen = await reported([0.25, 0.5], (told) => told.state === 'drawing' && told.fraction === 0.5)
    assert.deepEqual(fractionsOf(seen), [0.25, 0.5])
  })

  test('reports no progress that falls or is no fraction', async () => {
    const nonsense = [0.25, null, 'x', {}, -1, 7, 1e300, 0.1, 0.5]
    const seen = await reported(nonsense, (told) => told.state === 'drawing' && told.fraction === 0.5)
    assert.deepEqual(fractionsOf(seen), [0.25, 0.5])
  })

  test('returns the picture without progress', async () => {
    const failing: Reaction[] = ['unreachable', { status: 404, steps: ['{}'] }, { status: 500, steps: ['{}'] }]
    // A job is polled between calls for progress, which then have a time limit of their own.
    if (!job) failing.push('hang')
    for (const watch of failing)
      await on(reactions(upstream, { ...deliver(png), watch }), async ({ provider }) => {
        await within(promptMs, 'the provider did not end', provider.draw(kitImageRequest(), noSignal()))
      })
  })

  const { waiting, lost } = progress
  if (waiting && job)
    test('reports the number of pictures ahead', async () => {
      let asked = 0
      const watch: Reactions['watch'] = () => ({ steps: [waiting(Math.max(0, 2 - asked++))] })
      const seen = await reported([], (told) => told.state === 'waiting' && told.ahead === 0, { watch })
      assert.deepEqual(
        seen,
        [2, 1, 0].map((ahead) => ({ state: 'waiting', ahead }))
      )
    })

  if (lost !== undefined && job)
    test('throws cut_off when the upstream has forgotten the job, without a retry', () =>
      on(
        reactions(upstream, { ask: { steps: [job.underWay] }, look: [{ steps: ['{}'] }], watch: { steps: [lost] } }),
        async ({ provider, server }) => {
          const drawing = refusal(provider.draw(kitImageRequest(), noSignal()))
          assert.equal((await within(promptMs, 'the provider did not end', drawing)).code, 'cut_off')
          assert.equal(server.calls.filter(({ request }) => upstream.callIs(request) === 'ask').length, 1, 'no retry')
        }
      ))
}
