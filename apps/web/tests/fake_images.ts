import * as rules from '#config/content_rules'
import {
  checkPrompt,
  type DrawPictureRequest,
  type ImageOption,
  type ListedPicture,
  type PictureProgressEvent,
} from '#modules/imagegen/api'
import { answer } from './check_answer.ts'
import { encodeEvent } from './fake_answers.ts'
import { FakeAuthoring } from './fake_authoring.ts'

const models: Record<string, string> = {
  'flux-schnell': 'FLUX Schnell',
  'sdxl-lightning': 'SDXL Lightning',
  'stable-diffusion-3': 'Stable Diffusion 3',
}

/** The fake server with image generation. Pictures finish at once, or on demand. */
export class FakeImages extends FakeAuthoring {
  note: string | null = null
  isDemo = false
  /** The name of the one model behind all choices. */
  modelName: string | null = null
  /** The options of every model. */
  options: ImageOption[] = []
  tellsProgress = false
  /** Words that the next pictures omit. */
  notDrawn: string[] = []
  /** Holds pictures in `waiting` until the test finishes them. */
  isSlow = false
  waiting: { request: DrawPictureRequest; signal: AbortSignal | undefined; finish: () => void }[] = []
  #drawn = 0
  #eventStreams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  #next: (() => Response)[] = []

  constructor() {
    super()
    const { fetch } = this
    this.fetch = async (input, init = {}) => {
      const isDrawing = init.method === 'POST' && String(input) === '/api/generate-image'
      const response = await fetch(input, init)
      return isDrawing && this.isSlow && response.ok ? this.#wait(response, init) : response
    }
  }

  #wait(response: Response, { body, signal }: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('The call was given up', 'AbortError')))
      const request = JSON.parse(String(body)) as DrawPictureRequest
      this.waiting.push({ request, signal: signal ?? undefined, finish: () => resolve(response) })
    })
  }

  /** Replaces the answer to the next request for a picture. */
  answerNext(response: () => Response): void {
    this.#next.push(response)
  }

  /** The user's list. Each request returns all of it. */
  drawnPictures: ListedPicture[] = []

  /** Sends an event to every open page. */
  broadcast(event: PictureProgressEvent): void {
    for (const page of this.#eventStreams) page.enqueue(encodeEvent('PictureProgressEvent', event))
  }

  #listen(): Response {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void this.#eventStreams.add(stream) })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  override answer(method: string, url: URL, body: unknown): Response {
    if (!this.user) return super.answer(method, url, body)
    if (url.pathname === '/api/events') return this.#listen()
    if (url.pathname === '/api/pictures') return answer('ListedPictures', this.drawnPictures)
    if (method === 'DELETE' && url.pathname.startsWith('/api/pictures/')) {
      const id = url.pathname.split('/').at(-1)
      this.drawnPictures = this.drawnPictures.filter((picture) => picture.id !== id)
      return answer('DeletedPicture', { message: 'The picture is deleted.', isKept: false })
    }
    if (method === 'POST' && /^\/api\/chats\/[^/]+\/background$/.test(url.pathname))
      return answer(
        'ChatPicture',
        {
          id: '01890000-0000-7000-8000-000000000009',
          messageId: null,
          kind: 'drawn',
          state: 'ready',
          width: 10,
          height: 10,
          alt: '',
          isBackground: true,
          createdAt: new Date().toISOString(),
        },
        { status: 201 }
      )
    if (url.pathname === '/api/image-models') {
      const { modelName, options } = this
      const offers = Object.entries(models)
        .slice(0, modelName === null ? undefined : 1)
        .map(([model, name]) => ({
          model,
          name: modelName ?? name,
          provider: 'Replicate',
          note: this.note,
          ...(this.isDemo && { isDemo: true as const }),
          ...(options.length > 0 && { options }),
          ...(this.tellsProgress && { tellsProgress: true as const }),
        }))
      return answer('ImageModelOffers', offers)
    }
    if (url.pathname !== '/api/generate-image') return super.answer(method, url, body)
    const instead = this.#next.shift()
    if (instead) return instead()
    const checked = checkPrompt(rules, (body as DrawPictureRequest).prompt)
    if (checked.ok) {
      const { notDrawn } = this
      const imageUrl = `/pictures/uploads/${(this.#drawn += 1)}.webp`
      return answer('DrawnPicture', { imageUrl, ...(notDrawn.length > 0 && { notDrawn }) })
    }
    const { rule, message } = checked.failure
    const code = rule === 'forbidden' ? 'content_not_allowed' : 'validation_failed'
    return answer('Failure', { message, code, errors: [{ field: 'prompt', rule, message }] }, { status: 422 })
  }
}
