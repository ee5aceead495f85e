import type { ImageUpstream } from '../../kits/image_kit.ts'

/** Creates a prediction as in https://replicate.com/docs/reference/http#predictions.get. The id has the format of a real id. */
export const prediction = (fields: object): string => {
  const id = 'gm3qorzdhgbfurvjtvhg6dckhu'
  return JSON.stringify({
    id,
    model: 'black-forest-labs/flux-schnell',
    version: 'hidden',
    input: { prompt: 'a lighthouse' },
    logs: '',
    output: null,
    error: null,
    data_removed: false,
    created_at: '2026-01-01T00:00:00.000Z',
    // These aren't Replicate's addresses. A provider that uses URLs from the response would send the key to them.
    urls: {
      get: `http://169.254.169.254/v1/predictions/${id}`,
      cancel: `http://169.254.169.254/v1/predictions/${id}/cancel`,
    },
    ...fields,
  })
}

export const problem = (status: number, title: string, detail: string): string =>
  JSON.stringify({ title, detail, status })

/** Replicate's wire format. */
export const framing: ImageUpstream = {
  callIs: ({ method, url }) => {
    if (!url.startsWith('http://upstream.test/v1/predictions')) return null
    if (method === 'GET') return 'look'
    return url.endsWith('/cancel') ? 'cancel' : 'ask'
  },
  withBytes: (bytes) =>
    prediction({ status: 'succeeded', output: [`data:image/png;base64,${bytes.toString('base64')}`] }),
  withLink: (link) => prediction({ status: 'succeeded', output: [link] }),
  pictureUrl: 'https://xezq.replicate.delivery/xezq/kit0123/out-0.png',
  job: {
    underWay: prediction({ status: 'processing' }),
    failed: (error) => prediction({ status: 'failed', error }),
    cancelled: prediction({ status: 'canceled' }),
  },
  filtered: [
    {
      status: 200,
      body: prediction({
        status: 'failed',
        error: 'NSFW content detected. Try running it again, or try a different prompt.',
      }),
    },
    {
      status: 201,
      body: prediction({
        status: 'failed',
        error: 'The input or output was flagged as sensitive. Please try again with different inputs. (E005) (kit)',
      }),
    },
    {
      status: 422,
      body: problem(422, 'Unprocessable', 'The input was flagged as sensitive. (E005)'),
    },
  ],
  errorUnder200: (error) => prediction({ status: 'failed', error }),
  errorBody: (detail) => problem(500, 'No', detail),
  asked: ({ body }) => {
    const { version, input } = JSON.parse(body ?? '')
    return { prompt: input.prompt, model: version, shape: input.aspect_ratio ?? [input.width, input.height] }
  },
}
