import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { ProviderError } from '../contract/errors.ts'
import { imageAspects, imageModels } from '../contract/image.ts'
import type { ImageKitOptions, ImageUpstream } from './image_kit_options.ts'
import type { Answer, FakeServer, Reaction } from './fake_server.ts'
import {
  answering,
  deliveriesOf,
  kitImageRequest,
  png,
  reactions,
  refusal,
  runner,
  secrets,
  type Reactions,
} from './image_kit_tools.ts'
import type { TransportRequest } from '../contract/transport.ts'
import { noSignal, statusCases, within } from './checks.ts'

/** Registers the cases about requests, errors, timeouts and jobs. */
export function registerUpstreamCases(options: ImageKitOptions, upstream: ImageUpstream): void {
  const { promptMs = 5000 } = options
  const { test, on } = runner(options)
  const { job, withLink, pictureUrl } = upstream
  const delivered = deliveriesOf(upstream)[0]![1](png)
  const react = (ways: Partial<Reactions>) => reactions(upstream, ways)
  const asking = (ask: Reaction) => react({ ask })
  /** The number of calls, without those for progress, which run beside. */
  const requestsOf = ({ calls }: FakeServer) =>
    calls.filter(({ request }) => upstream.callIs(request) !== 'watch').length
  const echo = `${secrets.apiKey} ${secrets.prompt}`

  test('sends one request with the key and the prompt', () =>
    on(react(delivered), async ({ provider, server }) => {
      await provider.draw(kitImageRequest(), noSignal())
      const asked = server.calls.filter(({ request }) => upstream.callIs(request) === 'ask')
      assert.equal(asked.length, 1, 'one call')
      assert.equal(upstream.asked(asked[0]!.request).prompt, secrets.prompt)
      assert.ok(
        Object.values(asked[0]!.request.headers).some((value) => value.includes(secrets.apiKey)),
        'the key was sent in a header'
      )
    }))

  test('sends the requested model and shape', () =>
    on(react(delivered), async ({ provider, server }) => {
      for (const model of imageModels) await provider.draw(kitImageRequest({ model }), noSignal())
      for (const aspect of imageAspects) await provider.draw(kitImageRequest({ aspect }), noSignal())
      const asked = server.calls
        .filter(({ request }) => upstream.callIs(request) === 'ask')
        .map(({ request }) => upstream.asked(request))
      const models = asked.slice(0, imageModels.length).map(({ model }) => inspect(model))
      const shapes = asked.slice(imageModels.length).map(({ shape }) => inspect(shape))
      assert.equal(new Set(models).size, imageModels.length, models.join(', '))
      assert.equal(new Set(shapes).size, imageAspects.length, shapes.join(', '))
    }))

  for (const { status, title, headers, check } of statusCases) {
    test(title, async () => {
      for (const [contentType, body] of [
        ['application/json', upstream.errorBody(echo)],
        ['text/html', `<p>${echo}</p>`],
      ] as const) {
        await on(asking({ status, contentType, headers, steps: [body] }), async ({ provider, server }) => {
          check(await refusal(provider.draw(kitImageRequest(), noSignal())), contentType)
          assert.equal(requestsOf(server), 1, 'no retry')
        })
      }
    })
  }

  test('throws content_filtered when the content rules refuse', async () => {
    for (const { status, body } of upstream.filtered) {
      await on(asking({ status, steps: [body] }), async ({ provider, server }) => {
        const failure = await refusal(provider.draw(kitImageRequest(), noSignal()))
        assert.equal(failure.code, 'content_filtered', body)
        assert.equal(requestsOf(server), 1, 'no retry')
      })
    }
  })

  test('throws unavailable when the upstream is unreachable', () =>
    on(asking('unreachable'), async ({ provider, server }) => {
      assert.equal((await refusal(provider.draw(kitImageRequest(), noSignal()))).code, 'unavailable')
      assert.equal(requestsOf(server), 1, 'no retry')
    }))

  test('throws cut_off when the connection breaks, without a retry', () =>
    on(asking({ steps: ['{"id":', 'reset'] }), async ({ provider, server }) => {
      assert.equal((await refusal(provider.draw(kitImageRequest(), noSignal()))).code, 'cut_off')
      assert.equal(requestsOf(server), 1, 'no retry')
    }))

  test('throws invalid_response for garbage and web pages under HTTP 200', async () => {
    const whole = String((delivered.ask as Answer).steps[0])
    const cuts = [0, 1, whole.length >> 1, whole.length - 1].map((length) => whole.slice(0, length))
    const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 151) % 256)
    for (const body of [...cuts, bytes, png, 'null', '5', '"x"', '[]', '{}', '<!doctype html><p>Sign in</p>']) {
      for (const contentType of ['application/json', 'text/html']) {
        await on(asking({ contentType, steps: [body] }), async ({ provider }) => {
          const drawing = refusal(provider.draw(kitImageRequest(), noSignal()))
          const { code } = await within(5 * promptMs, 'the provider did not end', drawing)
          assert.equal(code, 'invalid_response', String(body).slice(0, 30))
        })
      }
    }
  })

  test('throws only ProviderError, whatever the upstream does', async () => {
    const answers: Answer[] = [
      { status: 500, contentType: 'text/plain', steps: ['', 'reset'] },
      { status: 418, contentType: 'text/html', steps: ['<html>'] },
      { status: 204, steps: [] },
      { status: 400, steps: ['{"error":null,"detail":null}'] },
      { status: 400, steps: ['{"error":{"message":1,"code":{}},"detail":[1],"title":{}}'] },
      { steps: [upstream.errorUnder200(echo)] },
      ...[301, 302, 307].map((status) => ({ status, headers: { location: 'http://127.0.0.1:9/' }, steps: [echo] })),
    ]
    for (const answer of answers) {
      await on(asking(answer), async ({ provider, server }) => {
        const drawing = refusal(provider.draw(kitImageRequest(), noSignal()))
        await within(5 * promptMs, 'the provider did not end', drawing)
        assert.equal(requestsOf(server), 1, 'no retry and no redirect')
      })
    }
  })

  const underWay: Answer | null = job && { status: 201, steps: [job.underWay] }
  const linked = withLink && answering(upstream, { steps: [withLink(pictureUrl)] })
  const waits: Record<string, { ways: Partial<Reactions>; at: 'ask' | 'look' | null }> = {
    'has not answered': { ways: { ask: 'hang' }, at: 'ask' },
    'is in the middle of its answer': { ways: { ask: { steps: ['{"id":', 'silence'] } }, at: 'ask' },
    ...(linked && {
      'has not sent the picture': { ways: { ...linked, fetch: 'hang' }, at: null },
      'is in the middle of the picture': {
        ways: { ...linked, fetch: { steps: [png.subarray(0, 30), 'silence'] } },
        at: null,
      },
    }),
    ...(underWay && {
      'does not answer a status call': { ways: { ask: underWay, look: ['hang'] }, at: 'look' },
    }),
  }
  for (const [what, { ways, at }] of Object.entries(waits)) {
    test(`closes the connection when the signal fires and the upstream ${what}`, () =>
      on(react(ways), async ({ provider, server }) => {
        const abort = new AbortController()
        const drawing = refusal(provider.draw(kitImageRequest(), abort.signal))
        // The promise is awaited below. Without this, an early rejection would be unhandled.
        drawing.catch(() => {})
        const reached = server.called((request) => upstream.callIs(request) === at)
        const call = await within(promptMs, 'the provider never called', reached)
        abort.abort()
        await within(promptMs, 'the provider did not end', drawing)
        await within(promptMs, 'the provider did not hang up', call.hungUp)
      }))

    test(`times out when the upstream ${what}`, () =>
      on(
        react(ways),
        async ({ provider, server }) => {
          const drawing = refusal(provider.draw(kitImageRequest(), noSignal()))
          assert.equal((await within(promptMs, 'the provider did not end', drawing)).code, 'timeout')
          for (const call of server.calls.filter(({ request }) => upstream.callIs(request) === at))
            await within(promptMs, 'the provider did not hang up', call.hungUp)
        },
        { patienceMs: 40 }
      ))
  }

  test('times out when the upstream sends single bytes', () =>
    on(
      asking({ steps: Array.from({ length: 10_000 }, () => [' ', () => pause(5)]).flat() }),
      async ({ provider, server }) => {
        const drawing = refusal(provider.draw(kitImageRequest(), noSignal()))
        assert.equal((await within(promptMs, 'the provider did not end', drawing)).code, 'timeout')
        await within(promptMs, 'the provider did not hang up', server.calls[0]!.hungUp)
      },
      { patienceMs: 40 }
    ))

  test('finishes one picture when another is cancelled', () => {
    const called = (request: TransportRequest) =>
      upstream.callIs(request) === 'ask' && upstream.asked(request).prompt === 'off'
    const ask: Reactions['ask'] = (request) => (called(request) ? 'hang' : (delivered.ask as Reaction))
    return on(react({ ...delivered, ask }), async ({ provider, server }) => {
      const abort = new AbortController()
      const off = refusal(provider.draw(kitImageRequest({ prompt: 'off' }), abort.signal))
      off.catch(() => {})
      await within(promptMs, 'the provider never called', server.called(called))
      const other = provider.draw(kitImageRequest(), noSignal())
      abort.abort()
      await within(promptMs, 'the provider did not end', off)
      assert.deepEqual(Buffer.from((await other).bytes), png)
    })
  })

  if (job) registerJobCases(options, upstream, job)
  if (upstream.interrupts) registerInterruptCases(options, upstream)
}

function registerInterruptCases(options: ImageKitOptions, upstream: ImageUpstream): void {
  const { promptMs = 5000 } = options
  const { test, on } = runner(options)
  const isAsk = (request: TransportRequest) => upstream.callIs(request) === 'ask'
  const isCancel = (request: TransportRequest) => upstream.callIs(request) === 'cancel'

  for (const [what, cancel] of [
    ['answers', { steps: ['{}'] }],
    ['does not answer', 'hang'],
    ['lacks interruption', { status: 404, steps: ['{}'] }],
  ] as const)
    test(`interrupts the upstream when the signal fires and ends at once when it ${what}`, () =>
      on(reactions(upstream, { ask: 'hang', cancel }), async ({ provider, server }) => {
        const abort = new AbortController()
        const drawing = refusal(provider.draw(kitImageRequest(), abort.signal))
        drawing.catch(() => {})
        await within(promptMs, 'the provider never asked', server.called(isAsk))
        abort.abort()
        assert.equal((await within(promptMs, 'the provider did not end', drawing)).code, 'cut_off')
        await within(promptMs, 'the picture was not interrupted', server.called(isCancel))
      }))

  test('interrupts no finished picture', () =>
    on(reactions(upstream, deliveriesOf(upstream)[0]![1](png)), async ({ provider, server }) => {
      const abort = new AbortController()
      await provider.draw(kitImageRequest(), abort.signal)
      abort.abort()
      await new Promise((resolve) => setImmediate(resolve))
      assert.ok(!server.calls.some(({ request }) => isCancel(request)))
    }))
}

function registerJobCases(
  options: ImageKitOptions,
  upstream: ImageUpstream,
  job: NonNullable<ImageUpstream['job']>
): void {
  const { promptMs = 5000 } = options
  const { test, on } = runner(options)
  const underWay: Answer = { status: 201, steps: [job.underWay] }
  const isCancel = (request: TransportRequest) => upstream.callIs(request) === 'cancel'
  const isLook = (request: TransportRequest) => upstream.callIs(request) === 'look'
  const looking = (...look: Reaction[]) => reactions(upstream, { ask: underWay, look })

  test('cancels a job when the signal fires between status calls', () =>
    on(
      looking(underWay),
      async ({ provider, server }) => {
        const abort = new AbortController()
        const drawing = refusal(provider.draw(kitImageRequest(), abort.signal))
        drawing.catch(() => {})
        await within(promptMs, 'the provider never looked', server.called(isLook))
        abort.abort()
        assert.equal((await within(promptMs, 'the provider did not end', drawing)).code, 'cut_off')
        await within(promptMs, 'the job was not cancelled', server.called(isCancel))
      },
      { pauseMs: 20 }
    ))

  test('ends at once when the cancel call hangs', () =>
    on(reactions(upstream, { ask: underWay, look: ['hang'], cancel: 'hang' }), async ({ provider, server }) => {
      const abort = new AbortController()
      const drawing = refusal(provider.draw(kitImageRequest(), abort.signal))
      drawing.catch(() => {})
      await within(promptMs, 'the provider never looked', server.called(isLook))
      abort.abort()
      assert.equal((await within(promptMs, 'the provider did not end', drawing)).code, 'cut_off')
      await within(promptMs, 'the job was not cancelled', server.called(isCancel))
    }))

  test('times out on a job that never finishes, and cancels it', async () => {
    // On a slow machine the first timeout may fire before the job is known.
    for (let patienceMs = 40, hasLooked = false; !hasLooked && patienceMs < 10_000; patienceMs *= 4) {
      await on(
        looking(underWay),
        async ({ provider, server }) => {
          const drawing = refusal(provider.draw(kitImageRequest(), noSignal()))
          assert.equal((await within(patienceMs + promptMs, 'the provider did not end', drawing)).code, 'timeout')
          hasLooked = server.calls.some(({ request }) => isLook(request))
          if (hasLooked) await within(promptMs, 'the job was not cancelled', server.called(isCancel))
        },
        { patienceMs, pauseMs: 10 }
      )
    }
  })

  test('cancels a job when status calls fail', async () => {
    for (const [status, code] of [
      [401, 'unauthorized'],
      [500, 'unavailable'],
    ] as const) {
      await on(looking({ status, steps: [upstream.errorBody('No.')] }), async ({ provider, server }) => {
        const drawing = refusal(provider.draw(kitImageRequest(), noSignal()))
        assert.equal((await within(promptMs, 'the provider did not end', drawing)).code, code)
        await within(promptMs, 'the job was not cancelled', server.called(isCancel))
      })
    }
  })

  test('waits between status calls', async () => {
    const pauseMs = 25
    // On a slow machine the first timeout may fire before three status calls.
    for (let patienceMs = 150, count = 0; count < 3 && patienceMs < 10_000; patienceMs *= 4) {
      await on(
        looking(underWay),
        async ({ provider, server }) => {
          const drawing = refusal(provider.draw(kitImageRequest(), noSignal()))
          await within(patienceMs + promptMs, 'the provider did not end', drawing)
          const looks = server.calls.filter(({ request }) => isLook(request))
          count = looks.length
          const pauses = looks.slice(1).map(({ atMs }, n) => atMs - looks[n]!.atMs)
          // Timers may fire a millisecond early.
          for (const ms of pauses) assert.ok(ms >= pauseMs - 2, `looked again after ${ms} ms with pauses of ${pauseMs}`)
        },
        { patienceMs, pauseMs }
      )
    }
  })

  test('does not cancel a finished job', async () => {
    const over: Answer[] = [
      { steps: [job.failed('Out of memory.')] },
      { steps: [job.cancelled] },
      ...upstream.filtered.filter(({ status }) => status === 200).map(({ body }) => ({ steps: [body] })),
    ]
    for (const answer of over) {
      await on(looking(underWay, answer), async ({ provider, server }) => {
        const failure = await refusal(provider.draw(kitImageRequest(), noSignal()))
        assert.ok(failure instanceof ProviderError)
        await new Promise((resolve) => setImmediate(resolve))
        assert.ok(!server.calls.some(({ request }) => isCancel(request)), String(answer.steps[0]))
      })
    }
  })

  test('keeps secrets out of the error of a failed job', () =>
    on(looking({ steps: [job.failed(`${secrets.apiKey} ${secrets.prompt}`)] }), async ({ provider }) => {
      assert.equal((await refusal(provider.draw(kitImageRequest(), noSignal()))).code, 'unavailable')
    }))
}
