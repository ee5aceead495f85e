import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import {
  imageChoicesMax,
  imageModelsMax,
  imageNameLengthMax,
  notDrawnLengthMax,
  notDrawnMax,
  pictureBytesMax,
  seedMax,
  type DrawnImage,
  type ImageModelInfo,
  type ImageOption,
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
    messages: () => {},
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
  { ask, look = [], cancel = { steps: ['{}'] }, fetch = 'unreachable', watch, list }: Partial<Reactions>
): (request: TransportRequest) => Reaction {
  let looks = 0
  return (request) => {
    switch (upstream.callIs(request)) {
      case 'ask':
        return typeof ask === 'function' ? ask(request) : (ask ?? 'unreachable')
      case 'look':
        if (typeof look === 'function') return look(request)
        return look[Math.min(looks++, look.length - 1)] ?? 'unreachable'
      case 'cancel':
        return cancel
      case 'watch':
        if (typeof watch === 'function') return watch(request)
        return watch ?? { steps: [upstream.progress?.watch(request, 0.5) ?? '{}'] }
      case 'list':
        return list ?? { steps: [upstream.lists?.answer(request, ['kit-model']) ?? '[]'] }
      default:
        return fetch
    }
  }
}

export interface Reactions {
  ask: Reaction | ((request: TransportRequest) => Reaction)
  look: Reaction[] | ((request: TransportRequest) => Reaction)
  cancel: Reaction
  fetch: Reaction
  watch: Reaction | ((request: TransportRequest) => Reaction)
  list: Reaction
}

/** Returns the reactions for a vendor whose final answer is `answer`. */
export const answering = ({ job }: ImageUpstream, answer: Reaction): Partial<Reactions> =>
  job?.isOnlyWay ? { ask: { steps: [job.underWay] }, look: [answer] } : { ask: answer }

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
  if (withBytes && !job?.isOnlyWay) found['in the answer'] = (bytes) => ({ ask: answer(withBytes(bytes)) })
  if (withLink && !job?.isOnlyWay) {
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

/** Checks a list of models against the contract. */
export function checkModels(models: readonly ImageModelInfo[]): void {
  assert.ok(models.length > 0 && models.length <= imageModelsMax, `${models.length} models`)
  assert.equal(new Set(models.map(({ id }) => id)).size, models.length, 'each id is unique')
  for (const { id, name, options, tellsProgress } of models) {
    for (const text of [id, name])
      assert.ok(typeof text === 'string' && text.trim() !== '' && text.length <= imageNameLengthMax, inspect(text))
    assert.equal(typeof tellsProgress, 'boolean')
    assert.equal(new Set(options.map((option) => option.id)).size, options.length, 'each option is unique')
    for (const option of options) checkOption(option)
  }
}

function checkOption(option: ImageOption): void {
  if (option.kind === 'number') {
    const { min, max, step, default: chosen = min } = option
    assert.ok(min >= 0 && min <= chosen && chosen <= max && step > 0 && Number.isFinite(max), inspect(option))
  }
  if (option.kind === 'choice') {
    const { choices } = option
    assert.ok(choices.length > 0 && choices.length <= imageChoicesMax, inspect(option))
    for (const choice of choices)
      assert.ok(typeof choice === 'string' && choice !== '' && choice.length <= imageNameLengthMax, inspect(choice))
  }
}

/** Checks a picture against the contract. */
export function checkDrawn(drawn: DrawnImage, prompt: string = secrets.prompt): void {
  assert.ok(drawn.bytes instanceof Uint8Array, 'bytes, not a link')
  assert.ok(drawn.bytes.length <= pictureBytesMax, 'not too large')
  const { bytes, type } = pictureOf(Buffer.from(drawn.bytes))
  assert.equal(drawn.type, type, 'the type is that of the content')
  assert.equal(drawn.bytes.length, bytes.length, 'nothing comes after the end of the picture')
  checkNotDrawn(drawn.notDrawn ?? [], prompt)
  const { seed = 0 } = drawn
  assert.ok(Number.isInteger(seed) && seed >= 0 && seed <= seedMax, `the seed is ${seed}`)
}

function checkNotDrawn(words: readonly string[], prompt: string): void {
  assert.ok(words.length <= notDrawnMax, 'notDrawn is bounded')
  for (const word of words) {
    assert.ok(typeof word === 'string' && word.length > 0 && word.length <= notDrawnLengthMax, 'each word is bounded')
    assert.ok(!/[<>&\p{Cc}]/u.test(word), 'no markup and no control characters')
    assert.ok(prompt.toLowerCase().includes(word.toLowerCase()), 'each word is of the prompt')
  }
}
