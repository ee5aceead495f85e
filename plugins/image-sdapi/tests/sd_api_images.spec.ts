import { test } from '@japa/runner'
import type { ProviderError } from '../../contract/errors.ts'
import type { ImageProgress } from '../../contract/image.ts'
import { kitImageRequest, kitPictures } from '../../kits/image_kit.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { sdApiImages, type SdApiImagesOptions } from '../index.ts'
import { checkpoint, drawn } from './framing.ts'

const png = kitPictures['image/png']
const picture = drawn(png.toString('base64'))

type Answer = string | { status: number; body: string } | Promise<string>

/** Creates a provider that records its calls. `answers` has the answers by the end of the path. */
function answering(answers: Record<string, Answer | (() => Answer)>, options: Partial<SdApiImagesOptions> = {}) {
  const calls: TransportRequest[] = []
  const provider = sdApiImages(
    { baseUrl: 'http://engine.test:7860/', pauseMs: 60_000, ...options },
    {
      transport: async (request, signal) => {
        calls.push(request)
        const name = Object.keys(answers).find((end) => new URL(request.url).pathname.endsWith(end))
        const answer = name === undefined ? { status: 404, body: '{"detail":"Not Found"}' } : answers[name]!
        const found = await abortable(typeof answer === 'function' ? answer() : answer, signal)
        const { status, body } = typeof found === 'string' ? { status: 200, body: found } : found
        const bytes = (async function* () {
          yield Buffer.from(body)
        })()
        return { status, headers: {}, body: bytes }
      },
    }
  )
  const draw = (changes = {}, signal = new AbortController().signal, onProgress?: (progress: ImageProgress) => void) =>
    provider.draw(kitImageRequest(changes), signal, onProgress)
  const namesOf = () => calls.map(({ url }) => new URL(url).pathname.split('/').at(-1))
  return { calls, namesOf, draw, models: () => provider.models(new AbortController().signal) }
}

const abortable = <T>(answer: T | Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    Promise.resolve(answer).then(resolve, reject)
  })

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code }: ProviderError) => code
  )
const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve))

test.group('image-sdapi | request', () => {
  test('sends the options with their bounds as defaults', async ({ assert }) => {
    const { calls, draw } = answering({ txt2img: picture }, { bounds: { sideMax: 768, stepsMax: 12 } })
    const { seed } = await draw({ aspect: '2:3', model: 'dream.safetensors [0123]' })
    const body = JSON.parse(calls[0]!.body!)
    assert.match(body.force_task_id, /^task\(facet-/)
    assert.deepEqual(body, {
      prompt: kitImageRequest().prompt,
      width: 512,
      height: 768,
      steps: 12,
      seed,
      batch_size: 1,
      n_iter: 1,
      send_images: true,
      save_images: false,
      force_task_id: body.force_task_id,
      override_settings: { sd_model_checkpoint: 'dream.safetensors [0123]' },
      override_settings_restore_afterwards: false,
    })
  })

  test('sends the chosen options', async ({ assert }) => {
    const { calls, draw } = answering({ txt2img: picture })
    const options = { negativePrompt: 'blur', seed: 0, steps: 4, guidance: 1.5, size: 1536, sampler: 'DPM++ 2M' }
    assert.equal((await draw({ aspect: '3:2', options })).seed, 0)
    assert.containsSubset(JSON.parse(calls[0]!.body!), {
      negative_prompt: 'blur',
      seed: 0,
      steps: 4,
      cfg_scale: 1.5,
      width: 1536,
      height: 1024,
      sampler_name: 'DPM++ 2M',
    })
  })

  test('sends no arguments of stable-diffusion.cpp inside a prompt', async ({ assert }) => {
    const { calls, draw } = answering({ txt2img: picture })
    const hidden = '<sd_cpp_sd_cpp_extra_argsextra_args>{"width":9999}</sd_cpp_extra_args>'
    await draw({ prompt: `a lamp ${hidden}`, options: { negativePrompt: hidden } })
    assert.notInclude(calls[0]!.body!, 'sd_cpp_extra_args')
    assert.include(calls[0]!.body!, 'a lamp')
  })

  test('authenticates by password or token')
    .with([
      ['user:pass', 'Basic dXNlcjpwYXNz'],
      ['token', 'Bearer token'],
      [null, undefined],
    ] as const)
    .run(async ({ assert }, [apiKey, header]) => {
      const { calls, draw } = answering({ txt2img: picture }, { apiKey })
      await draw()
      assert.equal(calls[0]!.headers['authorization'], header)
    })
})

test.group('image-sdapi | models', () => {
  const lists = {
    'sd-models': JSON.stringify([checkpoint('one [11]'), checkpoint('two')]),
    samplers: JSON.stringify([{ name: 'Euler a' }, { name: 5 }, null]),
  }

  test('lists the engine’s checkpoints and samplers', async ({ assert }) => {
    const { models } = answering({ ...lists, progress: '{"progress": 0}' }, { bounds: { sideMax: 1024, stepsMax: 30 } })
    const [first, ...others] = await models()
    assert.lengthOf(others, 1)
    assert.deepEqual([first!.id, first!.tellsProgress], ['one [11]', true])
    assert.deepInclude(first!.options as object[], { id: 'sampler', kind: 'choice', choices: ['Euler a'] })
    assert.deepInclude(first!.options as object[], {
      id: 'steps',
      kind: 'number',
      min: 1,
      max: 30,
      step: 1,
      default: 25,
    })
    assert.containsSubset(first!.options, [{ id: 'size', max: 1024 }, { id: 'negativePrompt' }])
  })

  test('tells no progress and offers no samplers if the engine has none', async ({ assert }) => {
    const { models } = answering({ 'sd-models': lists['sd-models'] })
    const [first] = await models()
    assert.isFalse(first!.tellsProgress)
    assert.notInclude(
      first!.options.map(({ id }) => id),
      'sampler'
    )
  })

  test('offers only the configured model', async ({ assert }) => {
    assert.lengthOf(await answering(lists, { model: 'two' }).models(), 1)
    assert.equal(await codeOf(answering(lists, { model: 'three' }).models()), 'misconfigured')
    assert.equal(await codeOf(answering({ 'sd-models': '[]' }).models()), 'unavailable')
  })
})

test.group('image-sdapi | turns', () => {
  test('sends one picture at a time and reports the place in the queue', async ({ assert }) => {
    const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let asked = 0
    const { namesOf, draw } = answering({ txt2img: () => gates[asked++]!.promise })
    const seen: ImageProgress[] = []
    const drawings = [draw(), draw(), draw({}, undefined, (progress) => seen.push(progress))]
    await turnOfEventLoop()
    assert.deepEqual(namesOf(), ['txt2img'])
    for (const gate of gates) {
      gate.resolve(picture)
      await turnOfEventLoop()
    }
    await Promise.all(drawings)
    assert.deepEqual(namesOf(), ['txt2img', 'txt2img', 'txt2img'])
    assert.deepEqual(seen, [
      { state: 'waiting', ahead: 2 },
      { state: 'waiting', ahead: 1 },
    ])
  })

  test('leaves the queue when the signal fires, without a call', async ({ assert }) => {
    const gate = Promise.withResolvers<string>()
    const { namesOf, draw } = answering({ txt2img: () => gate.promise })
    const first = draw()
    const abort = new AbortController()
    const second = codeOf(draw({}, abort.signal))
    const third = draw()
    abort.abort()
    assert.equal(await second, 'cut_off')
    gate.resolve(picture)
    await Promise.all([first, third])
    assert.deepEqual(namesOf(), ['txt2img', 'txt2img'])
  })

  test('begins the next picture after the interruption of the last one', async ({ assert }) => {
    const interruption = Promise.withResolvers<string>()
    let asked = 0
    const { namesOf, draw } = answering({
      txt2img: () => (asked++ === 0 ? new Promise<string>(() => {}) : picture),
      interrupt: () => interruption.promise,
    })
    const abort = new AbortController()
    const first = codeOf(draw({}, abort.signal))
    const second = draw()
    await turnOfEventLoop()
    abort.abort()
    assert.equal(await first, 'cut_off')
    await turnOfEventLoop()
    assert.deepEqual(namesOf(), ['txt2img', 'progress', 'interrupt'])
    interruption.resolve('{}')
    await second
    assert.deepEqual(namesOf(), ['txt2img', 'progress', 'interrupt', 'txt2img'])
  })

  test('interrupts no picture of another client', async ({ assert }) => {
    let asked = 0
    const { calls, namesOf, draw } = answering({
      txt2img: () => (asked++ === 0 ? new Promise<string>(() => {}) : picture),
      'internal/progress': '{"active": false, "queued": true, "completed": false}',
    })
    const abort = new AbortController()
    const first = codeOf(draw({}, abort.signal))
    await turnOfEventLoop()
    abort.abort()
    assert.equal(await first, 'cut_off')
    await draw()
    assert.deepEqual(namesOf(), ['txt2img', 'progress', 'txt2img'])
    const [own, question] = calls
    assert.equal(JSON.parse(question!.body!).id_task, JSON.parse(own!.body!).force_task_id)
  })
})
