import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { ProviderError } from '../contract/errors.ts'
import { imageAspects, imageModels } from '../contract/image.ts'
import type { ImageKitOptions } from './image_kit_options.ts'
import type { Reaction } from './fake_server.ts'
import {
  checkDrawn,
  checkModels,
  deliveriesOf,
  kitImageRequest,
  png,
  reactions,
  refusal,
  runner,
} from './image_kit_tools.ts'
import { pictureOf } from '../contract/picture.ts'
import { registerPictureCases } from './image_kit_pictures.ts'
import { registerModelCases, registerProgressCases } from './image_kit_progress.ts'
import { registerUpstreamCases } from './image_kit_upstream.ts'
import type { TransportRequest } from '../contract/transport.ts'
import { noSignal, within } from './checks.ts'

export type * from './image_kit_options.ts'
export { kitImageRequest, kitPictures, secrets } from './image_kit_tools.ts'

/**
 * Registers the conformance cases of image providers with any test runner. With `upstream`, the kit simulates a hostile
 * upstream. Without it, the kit registers only the cases that need no upstream.
 */
export function registerImageKit(options: ImageKitOptions): void {
  registerCommonCases(options)
  if (!options.upstream) return
  registerPictureCases(options, options.upstream)
  registerUpstreamCases(options, options.upstream)
  registerModelCases(options, options.upstream)
  registerProgressCases(options, options.upstream)
}

function registerCommonCases(options: ImageKitOptions): void {
  const { upstream, promptMs = 5000 } = options
  const { test, on } = runner(options)
  const drawing = (): ((request: TransportRequest) => Reaction) =>
    upstream ? reactions(upstream, deliveriesOf(upstream)[0]![1](png)) : () => 'unreachable'

  test('returns a finished picture with its type', () =>
    on(drawing(), async ({ provider }) => {
      for (const aspect of imageAspects) checkDrawn(await provider.draw(kitImageRequest({ aspect }), noSignal()))
    }))

  test('lists its models within the limits', () =>
    on(drawing(), async ({ provider }) => checkModels(await provider.models(noSignal()))))

  test('accepts a picture of another size than asked', () =>
    on(drawing(), async ({ provider }) => {
      const options = { size: 1024, steps: 20, seed: 7 }
      pictureOf(Buffer.from((await provider.draw(kitImageRequest({ aspect: '3:2', options }), noSignal())).bytes))
    }))

  test('makes no call when the signal has already fired', () =>
    on(drawing(), async ({ provider, server }) => {
      await within(promptMs, 'the provider did not end', refusal(provider.draw(kitImageRequest(), AbortSignal.abort())))
      assert.equal(server.calls.length, 0, 'no call to the upstream')
    }))

  test('accepts every request that the types allow', () =>
    on(drawing(), async ({ provider }) => {
      const prompts = [
        '',
        ' ',
        '🌊'.repeat(50),
        'مرحبا',
        '((((',
        '$&',
        '\\',
        'a'.repeat(8000),
        'constructor',
        '<svg>',
        'zzqx '.repeat(200),
      ]
      for (const model of imageModels) {
        for (const prompt of prompts) {
          try {
            checkDrawn(await provider.draw(kitImageRequest({ model, prompt }), noSignal()), prompt)
          } catch (error) {
            assert.ok(error instanceof ProviderError, `threw ${inspect(error)}`)
          }
        }
      }
    }))

  test('draws two pictures at once without mixing them up', () =>
    on(drawing(), async ({ provider }) => {
      const two = [kitImageRequest({ aspect: '2:3' }), kitImageRequest({ aspect: '3:2', model: 'stable-diffusion-3' })]
      const alone = []
      for (const request of two) alone.push(await provider.draw(request, noSignal()))
      const together = await Promise.all(two.map((request) => provider.draw(request, noSignal())))
      assert.deepEqual(
        together.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
        alone.map(({ bytes }) => Buffer.from(bytes).toString('base64'))
      )
    }))
}
