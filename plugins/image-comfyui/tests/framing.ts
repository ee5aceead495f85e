import type { ImageUpstream } from '../../kits/image_kit.ts'

const base = 'http://upstream.test/v1'
export const jobId = '5b1cf0d2-6f3e-4a67-9d0e-2f4c8f2c1a11'

export const view = (filename: string, subfolder = '', type = 'temp'): string =>
  `${base}/view?${new URLSearchParams({ filename, subfolder, type })}`

/** The answer to `GET /history/{id}` for a job in this state. */
export const history = (entry: object): string =>
  JSON.stringify({ [jobId]: { prompt: [3, jobId, {}, {}, ['picture']], outputs: {}, meta: {}, ...entry } })

export const finished = (...images: unknown[]): string =>
  history({ outputs: { picture: { images } }, status: { status_str: 'success', completed: true, messages: [] } })

export const failedJob = (...messages: unknown[]): string =>
  history({ status: { status_str: 'error', completed: false, messages } })

export const queue = (running: string[], pending: string[] = []): string => {
  const entries = (ids: string[], from: number) => ids.map((id, n) => [from + n, id, { picture: {} }, {}, ['picture']])
  // ComfyUI doesn't sort what is pending.
  return JSON.stringify({ queue_running: entries(running, 1), queue_pending: entries(pending, 2).reverse() })
}

/** The file name behind an address of `GET /view`, or the value itself. */
const fileNameIn = (link: unknown): unknown =>
  typeof link === 'string' && link.startsWith(`${base}/view?`) ? new URL(link).searchParams.get('filename') : link

/** ComfyUI's HTTP routes and messages. */
export const framing: ImageUpstream = {
  callIs: ({ method, url }) => {
    if (method === 'POST') return url === `${base}/prompt` ? 'ask' : 'cancel'
    if (url === `${base}/history/${jobId}`) return 'look'
    if (url === `${base}/queue`) return 'watch'
    return url === `${base}/object_info/CheckpointLoaderSimple` ? 'list' : null
  },
  withBytes: null,
  withLink: (link) => finished({ filename: fileNameIn(link), subfolder: '', type: 'temp' }),
  pictureUrl: view('ComfyUI_temp_kitab_00001_.png'),
  job: {
    underWay: JSON.stringify({ prompt_id: jobId, number: 3, node_errors: {} }),
    failed: (message) =>
      failedJob([
        'execution_error',
        { node_type: 'KSampler', exception_type: 'RuntimeError', exception_message: message, traceback: [message] },
      ]),
    cancelled: failedJob(['execution_interrupted', { prompt_id: jobId, node_id: 'sampler' }]),
    isOnlyWay: true,
  },
  lists: {
    answer: (_request, models) =>
      JSON.stringify({
        CheckpointLoaderSimple: { input: { required: { ckpt_name: [models, { tooltip: 'A model' }] } } },
      }),
  },
  progress: {
    watch: () => queue([jobId]),
    message: (value) =>
      JSON.stringify({ type: 'progress', data: { value, max: 1, prompt_id: jobId, node: 'sampler' } }),
    waiting: (ahead) => queue([], [...Array.from({ length: ahead }, (_, n) => `job-${n}`), jobId]),
    lost: queue(['another']),
  },
  picturesNeedKey: true,
  filtered: [],
  errorUnder200: (message) => JSON.stringify({ error: { type: 'server_error', message } }),
  errorBody: (message) => JSON.stringify({ error: { type: 'kit', message, details: message, extra_info: {} } }),
  asked: ({ body }) => {
    const { wanted, checkpoint, canvas } = JSON.parse(body ?? '').prompt
    return {
      prompt: wanted.inputs.text,
      model: checkpoint.inputs.ckpt_name,
      shape: [canvas.inputs.width, canvas.inputs.height],
    }
  },
}
