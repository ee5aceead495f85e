import type { ImageUpstream } from '../../kits/image_kit.ts'

const base = 'http://upstream.test/v1'

/** AUTOMATIC1111's answer to `POST /sdapi/v1/txt2img`. `info` is JSON in a text. */
export const drawn = (...images: unknown[]): string =>
  JSON.stringify({ images, parameters: { prompt: 'a lighthouse' }, info: '{"seed": 7, "infotexts": ["a lighthouse"]}' })

export const progressOf = (progress: unknown): string =>
  JSON.stringify({
    progress,
    eta_relative: 3.2,
    state: { job: 'scripts_txt2img', job_count: 1, job_no: 0, sampling_step: 5, sampling_steps: 20 },
    current_image: null,
    textinfo: null,
  })

/** A checkpoint as the web UI lists it. */
export const checkpoint = (title: string) => ({
  title,
  model_name: title,
  hash: '0123abcd',
  sha256: null,
  filename: `/models/${title}.safetensors`,
  config: null,
})

/** The API of AUTOMATIC1111's web UI. */
export const framing: ImageUpstream = {
  callIs: ({ method, url }) => {
    if (method === 'POST' && url === `${base}/sdapi/v1/txt2img`) return 'ask'
    if (method === 'POST' && url === `${base}/sdapi/v1/interrupt`) return 'cancel'
    if (url.startsWith(`${base}/sdapi/v1/progress`) || url === `${base}/internal/progress`) return 'watch'
    return url === `${base}/sdapi/v1/sd-models` || url === `${base}/sdapi/v1/samplers` ? 'list' : null
  },
  withBytes: (bytes) => drawn(bytes.toString('base64')),
  withLink: null,
  pictureUrl: base,
  job: null,
  lists: {
    answer: ({ url }, models) =>
      JSON.stringify(
        url.endsWith('/samplers') ? [{ name: 'Euler a', aliases: [], options: {} }] : models.map(checkpoint)
      ),
  },
  progress: { watch: ({ url }, fraction) => (url.endsWith('/internal/progress') ? '{}' : progressOf(fraction)) },
  interrupts: true,
  filtered: [],
  errorUnder200: (message) => JSON.stringify({ error: 'RuntimeError', detail: message }),
  errorBody: (message) => JSON.stringify({ error: 'HTTPException', detail: message, body: message, errors: message }),
  asked: ({ body }) => {
    const { prompt, override_settings: settings, width, height } = JSON.parse(body ?? '')
    return { prompt, model: settings.sd_model_checkpoint, shape: [width, height] }
  },
}
