import type { ImageUpstream } from '../../kits/image_kit.ts'

const error = (code: string, message: string): string => JSON.stringify({ error: { code, message } })

/** The responses of __name__. The kit uses them to simulate it. */
export const framing: ImageUpstream = {
  callIs: ({ url }) => (url === 'http://upstream.test/v1/pictures' ? 'ask' : null),
  // Use null for withBytes if the vendor only sends links, and for withLink if it only sends bytes.
  withBytes: (bytes) => JSON.stringify({ bytes: bytes.toString('base64') }),
  withLink: (link) => JSON.stringify({ link }),
  pictureUrl: 'https://pictures.vendor.test/a1b2c3.png',
  // For a vendor whose jobs are polled, see plugins/image-replicate. For lists of models, progress and interruption, plugins/image-sdapi.
  job: null,
  filtered: [
    { status: 400, body: error('content_filter', 'No.') },
    { status: 200, body: error('content_filter', 'No.') },
  ],
  errorUnder200: (message) => error('overloaded', message),
  errorBody: (message) => error('kit_error', message),
  asked: ({ body }) => {
    const { prompt, model, width, height } = JSON.parse(body ?? '')
    return { prompt, model, shape: [width, height] }
  },
}
