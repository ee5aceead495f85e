import assert from 'node:assert/strict'
import {
  notDrawnLengthMax,
  notDrawnMax,
  pictureBytesMax,
  type DrawnImage,
  type ImageProvider,
  type ImageRequest,
} from '../contract/image.ts'
import type { ImageKitOptions, ImageKitDeps, ImageUpstream } from './image_kit_options.ts'
import { casesOf, type Answer, type Reaction } from './fake_server.ts'
import { pictureOf } from '../contract/picture.ts'
import { refusalHiding } from './checks.ts'
import type { TransportRequest } from '../contract/transport.ts'

/** Secrets that no error may contain, whatever the upstream echoes. */
export const secrets = {
  apiKey: 'r8_kit_0123456789abcdef',
  prompt: 'A kit-secret lighthouse, “naïve” 静かな海 🌊, oil on canvas',
} as const

export const kitImageRequest = (changes: Partial<ImageRequest> = {}): ImageRequest => ({
  prompt: secrets.prompt,
  model: 'flux-schnell',
  aspect: '1:1',
  ...changes,
})

/** A picture of 8 × 12 pixels in each format. */
export const kitPictures: Record<DrawnImage['type'], Buffer> = {
  'image/png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAMCAMAAABoQAyvAAAAA1BMVEV4PMgb1DdPAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoB8AAABsAAGFSGiOAAAAAElFTkSuQmCC',
    'base64'
  ),
  'image/jpeg': Buffer.from(
    '/9j/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAMAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCACsj/2Q==',
    'base64'
  ),
  'image/webp': Buffer.from('UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoIAAwABUB8JaACdAFAAAD+4Ll+KHu/9SQdsnfrAAA=', 'base64'),
}

export const png = kitPictures['image/png']

/** Like `casesOf`. Also checks where the provider's calls went. */
export function runner(options: ImageKitOptions) {
  const { test, on } = casesOf<ImageProvider, ImageKitDeps>(options, {
    apiKey: secrets.apiKey,
    patienceMs: 60_000,
    pauseMs: 1,
  })
  const checked: typeof on = (reaction, run, changes) =>
    on(
      reaction,
      async (opened) => {
        await run(opened)
        for (const { request } of options.upstream ? opened.server.calls : [])
          checkCall(request, options.upstream!, opened.server.baseUrl)
      },
      changes
    )
  return { test, on: checked }
}

function checkCall(request: TransportRequest, upstream: ImageUpstream, baseUrl: string): void {
  const url = new URL(request.url)
  assert.ok(!request.url.includes(secrets.apiKey), 'no address contains the key')
  if (upstream.callIs(request) !== null) {
    assert.equal(url.origin, new URL(baseUrl).origin, 'API calls go only to the upstream')
    return
  }
  assert.equal(request.url, upstream.pictureUrl, 'only the linked picture is fetched')
}

/** Returns a function that reacts by the purpose of a call. The last reaction in `look` repeats. */
export function reactions(
  upstream: ImageUpstream,
  { ask, look = [], cancel = { steps: ['{}'] }, fetch = 'unreachable' }: Partial<Reactions>
): (request: TransportRequest) => Reaction {
  let looks = 0
  return (request) => {
    const what = upstream.callIs(request)
    if (what === 'ask') return typeof ask === 'function' ? ask(request) : (ask ?? 'unreachable')
    if (what === 'look') return look[Math.min(looks++, look.length - 1)] ?? 'unreachable'
    return what === 'cancel' ? cancel : fetch
  }
}

export interface Reactions {
  ask: Reaction | ((request: TransportRequest) => Reaction)
  look: Reaction[]
  cancel: Reaction
  fetch: Reaction
}

/** Returns the reactions for every way in which the vendor delivers `bytes`. `served` changes the answer behind a link. */
export function deliveriesOf(upstream: ImageUpstream) {
  const { withBytes, withLink, job, pictureUrl } = upstream
  const answer = (body: string): Answer => ({ steps: [body] })
  const fetched = (bytes: Buffer, served: Partial<Answer>): Answer => ({
    contentType: 'image/png',
    steps: [bytes],
    ...served,
  })
  const found: Record<string, (bytes: Buffer, served?: Partial<Answer>) => Partial<Reactions>> = {}
  if (withBytes) found['in the answer'] = (bytes) => ({ ask: answer(withBytes(bytes)) })
  if (withLink) {
    found['behind a link'] = (bytes, served = {}) => ({
      ask: answer(withLink(pictureUrl)),
      fetch: fetched(bytes, served),
    })
  }
  if (job) {
    found['by a job'] = (bytes, served = {}) => ({
      ask: { status: 201, steps: [job.underWay] },
      look: [answer(job.underWay), answer(withLink ? withLink(pictureUrl) : withBytes!(bytes))],
      fetch: fetched(bytes, served),
    })
  }
  return Object.entries(found)
}

export { noSignal } from './checks.ts'

export const refusal = refusalHiding(Object.values(secrets))

/** Checks a picture against the contract. */
export function checkDrawn(drawn: DrawnImage, prompt: string = secrets.prompt): void {
  assert.ok(drawn.bytes instanceof Uint8Array, 'bytes, not a link')
  assert.ok(drawn.bytes.length <= pictureBytesMax, 'not too large')
  const { bytes, type } = pictureOf(Buffer.from(drawn.bytes))
  assert.equal(drawn.type, type, 'the type is that of the content')
  assert.equal(drawn.bytes.length, bytes.length, 'nothing comes after the end of the picture')
  checkNotDrawn(drawn.notDrawn ?? [], prompt)
}

function checkNotDrawn(words: readonly string[], prompt: string): void {
  assert.ok(words.length <= notDrawnMax, 'notDrawn is bounded')
  for (const word of words) {
    assert.ok(typeof word === 'string' && word.length > 0 && word.length <= notDrawnLengthMax, 'each word is bounded')
    assert.ok(!/[<>&\p{Cc}]/u.test(word), 'no markup and no control characters')
    assert.ok(prompt.toLowerCase().includes(word.toLowerCase()), 'each word is of the prompt')
  }
}
