import { test } from '@japa/runner'
import type { ProviderError } from '../../contract/errors.ts'
import { kitImageRequest, kitPictures, secrets } from '../../kits/image_kit.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { comfyUiImages, type ComfyUiImagesOptions } from '../index.ts'
import { failedJob, finished, framing, history, jobId, queue, view } from './framing.ts'

const png = kitPictures['image/png']

type Answer = string | Buffer | { status: number; body: string }

/** Creates a provider that records its calls, and what it listens to. */
function answering(answers: Partial<Record<string, Answer>> = {}, options: Partial<ComfyUiImagesOptions> = {}) {
  const calls: TransportRequest[] = []
  const listened: { url: string; headers: Record<string, string> }[] = []
  const all: Partial<Record<string, Answer>> = {
    prompt: framing.job!.underWay,
    [jobId]: finished({ filename: 'a.png', subfolder: '', type: 'temp' }),
    view: png,
    ...answers,
  }
  const provider = comfyUiImages(
    { baseUrl: 'http://upstream.test/v1', pauseMs: 1, ...options },
    {
      messages: (url, headers) => void listened.push({ url, headers }),
      transport: async (request) => {
        calls.push(request)
        const answer = all[new URL(request.url).pathname.split('/').at(-1)!] ?? '{}'
        const { status, body } =
          typeof answer === 'string' || Buffer.isBuffer(answer) ? { status: 200, body: answer } : answer
        const bytes = (async function* () {
          yield Buffer.from(body as string)
        })()
        return { status, headers: {}, body: bytes }
      },
    }
  )
  const draw = (changes = {}, signal = new AbortController().signal) => provider.draw(kitImageRequest(changes), signal)
  return { calls, listened, draw, models: () => provider.models(new AbortController().signal) }
}

const failureOf = (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => {
      throw new Error('It succeeded')
    },
    (error: ProviderError) => error
  )

test.group('image-comfyui | request', () => {
  test('queues the workflow with a client of its own and listens to it', async ({ assert }) => {
    const { calls, listened, draw } = answering({}, { apiKey: 'token' })
    const { seed } = await draw({ aspect: '3:2', options: { size: 1536, negativePrompt: 'blur', steps: 4 } })
    const { prompt, client_id: client, prompt_id: id } = JSON.parse(calls[0]!.body!)
    assert.match(id, /^[\da-f-]{36}$/)
    assert.deepEqual(listened, [
      { url: `ws://upstream.test/v1/ws?clientId=${client}`, headers: { authorization: 'Bearer token' } },
    ])
    assert.containsSubset(prompt.canvas.inputs, { width: 1536, height: 1024 })
    assert.containsSubset(prompt.sampler.inputs, { seed, steps: 4, cfg: 7 })
    assert.equal(prompt.unwanted.inputs.text, 'blur')
    assert.equal(prompt.checkpoint.inputs.ckpt_name, 'flux-schnell')
  })

  test('encodes the names of the picture', async ({ assert }) => {
    const { calls, draw } = answering({
      [jobId]: finished({ filename: 'ß & a#b%2F=.png', subfolder: 'x/y z', type: 'output' }),
    })
    await draw()
    assert.equal(calls.at(-1)!.url, view('ß & a#b%2F=.png', 'x/y z', 'output'))
    assert.equal(new URL(calls.at(-1)!.url).searchParams.get('filename'), 'ß & a#b%2F=.png')
  })

  test('prefers a saved picture to a preview', async ({ assert }) => {
    const images = [
      { filename: 'preview.png', subfolder: '', type: 'temp' },
      { filename: 'saved.png', subfolder: '', type: 'output' },
    ]
    const { calls, draw } = answering({ [jobId]: finished(...images) })
    await draw()
    assert.include(calls.at(-1)!.url, 'saved.png')
  })

  test('fetches no file outside of its folders')
    .with([
      { filename: '../secret.png', type: 'output' },
      { filename: '..', type: 'output' },
      { filename: 'a.png', subfolder: '../..', type: 'output' },
      { filename: 'a.png', subfolder: '/etc', type: 'output' },
      { filename: 'a.png', subfolder: 'x\\..\\..', type: 'output' },
      { filename: 'C:a.png', type: 'output' },
      { filename: 'a\u0000.png', type: 'output' },
      { filename: 'a.png', subfolder: '', type: 'input' },
      { filename: 'a'.repeat(256), type: 'output' },
    ])
    .run(async ({ assert }, file) => {
      const { calls, draw } = answering({ [jobId]: finished(file) })
      assert.equal((await failureOf(draw())).code, 'invalid_response')
      assert.isFalse(calls.some(({ url }) => url.includes('/view')))
    })
})

test.group('image-comfyui | errors', () => {
  test('tells the operator which node refuses the workflow, and quotes nothing', async ({ assert }) => {
    const { draw } = answering({
      prompt: {
        status: 400,
        body: JSON.stringify({
          error: { type: 'prompt_outputs_failed_validation', message: secrets.prompt, details: secrets.prompt },
          node_errors: {
            checkpoint: {
              class_type: 'CheckpointLoaderSimple',
              errors: [{ type: 'value_not_in_list', message: secrets.prompt, details: secrets.prompt }],
            },
          },
        }),
      },
    })
    const { code, message } = await failureOf(draw())
    assert.equal(code, 'misconfigured')
    assert.equal(
      message,
      'ComfyUI refused the workflow (CheckpointLoaderSimple, value_not_in_list). Check it in ComfyUI.'
    )
  })

  test('names the node of a failed job', async ({ assert }) => {
    const told = { node_type: 'KSampler', exception_type: 'torch.OutOfMemoryError', exception_message: secrets.prompt }
    const { draw } = answering({ [jobId]: failedJob(['execution_start', {}], ['execution_error', told]) })
    assert.equal(
      (await failureOf(draw())).message,
      'ComfyUI could not draw the picture (KSampler, torch.OutOfMemoryError).'
    )
  })

  test('throws timeout for a job that was interrupted in ComfyUI', async ({ assert }) => {
    const { draw } = answering({ [jobId]: framing.job!.cancelled })
    assert.equal((await failureOf(draw())).code, 'timeout')
  })

  test('throws invalid_response for a job without a picture', async ({ assert }) => {
    const { draw } = answering({ [jobId]: history({ status: { status_str: 'success' } }) })
    assert.equal((await failureOf(draw())).code, 'invalid_response')
  })
})

test.group('image-comfyui | cancel', () => {
  test('interrupts its own job only while it runs')
    .with([
      { running: [jobId], isInterrupted: true },
      { running: ['another'], isInterrupted: false },
    ])
    .run(async ({ assert }, { running, isInterrupted }) => {
      const abort = new AbortController()
      const { calls, draw } = answering({ [jobId]: '{}', queue: queue(running, [jobId]) })
      const drawing = failureOf(draw({}, abort.signal))
      const names = () => calls.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`)
      while (!names().includes('GET queue')) await new Promise((resolve) => setImmediate(resolve))
      const before = calls.length
      abort.abort()
      assert.equal((await drawing).code, 'cut_off')
      while (!names().slice(before).includes('GET queue')) await new Promise((resolve) => setImmediate(resolve))
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
      assert.deepEqual(
        JSON.parse(calls.find(({ method, url }) => method === 'POST' && url.endsWith('/queue'))!.body!),
        {
          delete: [jobId],
        }
      )
      const interruption = calls.find(({ url }) => url.endsWith('/interrupt'))
      assert.equal(interruption !== undefined, isInterrupted)
      if (interruption) assert.deepEqual(JSON.parse(interruption.body!), { prompt_id: jobId })
    })
})

test.group('image-comfyui | models', () => {
  const info = (choice: unknown) => ({
    CheckpointLoaderSimple: JSON.stringify({ CheckpointLoaderSimple: { input: { required: { ckpt_name: choice } } } }),
  })

  test('lists the checkpoints in both forms of the description')
    .with([
      [['a.safetensors', 'sub/b.ckpt'], {}],
      ['COMBO', { options: ['a.safetensors', 'sub/b.ckpt'] }],
    ])
    .run(async ({ assert }, choice) => {
      const models = await answering(info(choice)).models()
      assert.deepEqual(
        models.map(({ id, name }) => [id, name]),
        [
          ['a.safetensors', 'a'],
          ['sub/b.ckpt', 'b'],
        ]
      )
      assert.deepEqual(
        models[0]!.options.map(({ id }) => id),
        ['negativePrompt', 'size', 'steps', 'guidance', 'seed']
      )
    })

  test('offers the options for which the workflow has a placeholder, without a call', async ({ assert }) => {
    const workflow = { 1: { class_type: 'A', inputs: { text: '%prompt%', seed: '%seed%' } } }
    const { calls, models } = answering({}, { workflow })
    assert.deepEqual(
      (await models()).map(({ name, options }) => [name, options.map(({ id }) => id)]),
      [['ComfyUI', ['seed']]]
    )
    assert.lengthOf(calls, 0)
  })

  test('throws misconfigured for a configured checkpoint that ComfyUI lacks', async ({ assert }) => {
    const { models } = answering(info([['a.safetensors']]), { model: 'b.safetensors' })
    assert.equal((await failureOf(models())).code, 'misconfigured')
  })
})
