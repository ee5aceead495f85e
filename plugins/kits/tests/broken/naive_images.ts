import { readBytes, readText } from '../../../contract/body.ts'
import { asProviderError, ProviderError } from '../../../contract/errors.ts'
import { fetchPicture } from '../../../contract/fetch_picture.ts'
import { failureOfStatus } from '../../../contract/http_failure.ts'
import {
  namedImageModels,
  pictureBytesMax,
  type DrawnImage,
  type ImageModelInfo,
  type ImageProvider,
  type ImageRequest,
} from '../../../contract/image.ts'
import { ProgressReport } from '../../../contract/image_progress.ts'
import type { ImageKitDeps } from '../../image_kit.ts'
import { jsonEvent } from '../../../contract/json_event.ts'
import { pictureOf } from '../../../contract/picture.ts'
import { systemTimers } from '../../../contract/timers.ts'
import type { Transport, TransportRequest, TransportResponse } from '../../../contract/transport.ts'
import { withTimeout } from '../../../contract/with_timeout.ts'

export const pictureUrl = 'https://pictures.kit.test/a.png'

interface Said {
  state: unknown
  job: unknown
  bytes: unknown
  link: unknown
  why: unknown
  at: unknown
  ahead: unknown
}

type Report = Pick<ProgressReport, 'drawing' | 'waiting'>
type OnProgress = Parameters<ImageProvider['draw']>[2]

/** The parts of the provider. Each test replaces a part with a broken version. */
export interface NaiveImages {
  signalFor(signal: AbortSignal): AbortSignal
  patience: typeof withTimeout
  asked(request: ImageRequest): object
  calls: number
  read: typeof readBytes
  failure(response: TransportResponse, body: string): unknown
  failed(why: unknown): unknown
  lookAt(url: string): string
  pauseMs(ms: number): number
  cancels: boolean
  waitsForCancel: boolean
  fetch(transport: Transport, link: unknown, signal: AbortSignal, key: string): Promise<DrawnImage>
  picture(bytes: Buffer): DrawnImage
  wrap(error: unknown): unknown
  models: readonly ImageModelInfo[]
  report(onProgress: OnProgress): Report
}

const kept: NaiveImages = {
  signalFor: (signal) => signal,
  patience: withTimeout,
  asked: ({ prompt, model, aspect }) => ({ prompt, model, shape: aspect }),
  calls: 1,
  read: readBytes,
  failure: ({ status, headers }) => failureOfStatus(status, headers),
  failed: (why) =>
    new ProviderError(why === 'refused' ? 'content_filtered' : 'unavailable', 'The provider could not draw.'),
  lookAt: (url) => url,
  pauseMs: (ms) => ms,
  cancels: true,
  waitsForCancel: false,
  fetch: (transport, link, signal) => fetchPicture(transport, link, ({ href }) => href === pictureUrl, signal),
  picture: pictureOf,
  wrap: asProviderError,
  models: namedImageModels,
  report: (onProgress) => new ProgressReport(onProgress),
}

/** Creates a correct provider for a fictional vendor with bytes, links and jobs. `changes` break it. */
export const naiveImages =
  (changes: Partial<NaiveImages> = {}) =>
  ({ transport, baseUrl, apiKey, patienceMs, pauseMs }: ImageKitDeps): ImageProvider => {
    const ways: NaiveImages = { ...kept, ...changes }
    const ask = async (method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: object) => {
      const call: TransportRequest = { method, url: ways.lookAt(baseUrl + path), headers: { key: apiKey } }
      if (body) call.body = JSON.stringify(body)
      const response = await transport(call, signal)
      if (response.status < 200 || response.status > 299)
        throw ways.failure(response, await readText(response.body, 65_536))
      return jsonEvent<Said>((await ways.read(response.body, 30_000_000, response.headers)).toString())
    }
    const follow = async (job: string, report: Report, signal: AbortSignal): Promise<Partial<Said>> => {
      for (;;) {
        await systemTimers.sleep(ways.pauseMs(pauseMs), signal)
        signal.throwIfAborted()
        const { at, ahead } = await ask('GET', `/jobs/${job}/progress`, signal).catch((): Partial<Said> => ({}))
        report.waiting(ahead)
        report.drawing(at)
        const said = await ask('GET', `/jobs/${job}`, signal)
        if (said.state !== 'working') return said
      }
    }
    const draw = async (request: ImageRequest, report: Report, signal: AbortSignal): Promise<DrawnImage> => {
      let said = await ask('POST', '/draw', signal, ways.asked(request))
      for (let calls = 1; calls < ways.calls; calls++) said = await ask('POST', '/draw', signal, ways.asked(request))
      if (said.state === 'working') {
        const job = String(said.job)
        try {
          said = await follow(job, report, signal)
        } catch (error) {
          const cancelling = ways.cancels
            ? ask('POST', `/jobs/${job}/cancel`, AbortSignal.timeout(3000)).catch(() => {})
            : null
          if (ways.waitsForCancel) await cancelling
          throw error
        }
      }
      if (said.state === 'failed') throw ways.failed(said.why)
      if (said.state !== 'done') throw new ProviderError('invalid_response', 'The answer has no state.')
      if (typeof said.bytes === 'string') return ways.picture(Buffer.from(said.bytes, 'base64'))
      const drawn = await ways.fetch(transport, said.link, signal, apiKey)
      return ways.picture(Buffer.from(drawn.bytes))
    }
    return {
      models: async () => ways.models,
      draw: async (request, signal, onProgress) => {
        const report = ways.report(onProgress)
        try {
          return await ways.patience(patienceMs, ways.signalFor(signal), (either) => draw(request, report, either))
        } catch (error) {
          throw ways.wrap(error)
        }
      },
    }
  }

/** Creates a function that fetches pictures without the checks of `fetchPicture`. */
export const trustingFetch =
  ({ sendsKey = false, follows = false, mayFetch = (href: string): boolean => href === pictureUrl } = {}) =>
  async (transport: Transport, link: unknown, signal: AbortSignal, key: string): Promise<DrawnImage> => {
    let href = typeof link === 'string' && URL.canParse(link) ? link : ''
    for (let hops = 0; ; hops++) {
      if (hops === 0 && !mayFetch(href)) throw new ProviderError('invalid_response', 'Not there.')
      const { status, headers, body } = await transport(
        { method: 'GET', url: href, headers: sendsKey ? { key } : {} },
        signal
      )
      if (follows && headers['location'] && hops < 3) {
        href = headers['location']
        continue
      }
      if (status === 200) return { type: 'image/png', bytes: await readBytes(body, pictureBytesMax, headers) }
      throw new ProviderError(status >= 500 || status === 429 ? 'unavailable' : 'invalid_response', 'No picture.')
    }
  }
