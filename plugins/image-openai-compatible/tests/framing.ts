import type { ImageUpstream } from '../../kits/image_kit.ts'

export const drawn = (...data: object[]): string => JSON.stringify({ created: 1_767_225_600, data })

/** The responses of OpenAI and compatible servers. */
export const framing: ImageUpstream = {
  callIs: ({ method, url }) =>
    method === 'POST' && url === 'http://upstream.test/v1/images/generations' ? 'ask' : null,
  withBytes: (bytes) => drawn({ b64_json: bytes.toString('base64') }),
  withLink: (url) => drawn({ url }),
  pictureUrl: 'http://upstream.test/generated-images/b642340712.png',
  job: null,
  filtered: [
    {
      status: 400,
      body: JSON.stringify({
        error: {
          message: 'Your request was rejected by the safety system.',
          type: 'image_generation_user_error',
          param: null,
          code: 'moderation_blocked',
        },
      }),
    },
    {
      status: 400,
      body: JSON.stringify({
        error: { message: 'No.', type: 'invalid_request_error', code: 'content_policy_violation' },
      }),
    },
    { status: 400, body: JSON.stringify({ error: 'NSFW content detected' }) },
    { status: 200, body: JSON.stringify({ error: { code: 'content_filter', message: 'No.' } }) },
  ],
  errorUnder200: (message) => JSON.stringify({ error: { message, type: 'server_error', code: null } }),
  errorBody: (message) => JSON.stringify({ error: { message, type: 'kit', code: null } }),
  asked: ({ body }) => {
    const { prompt, model, size } = JSON.parse(body ?? '')
    return { prompt, model, shape: size }
  },
}
