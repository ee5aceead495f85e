import type { CharacterAsset } from '#modules/gallery/api'
import type { PictureRefusal, PictureStore } from '#modules/imagegen/index'
import { retryWhileBusy } from '../retry_while_busy.ts'
import type { ReadCard } from './reading/card_event.ts'

/** The time limit for the pictures of one card. Later pictures are left out, and only the original keeps them. */
const timeMaxMs = 60_000

export interface StoredPictures {
  avatar?: string
  background?: string
  assets: CharacterAsset[]
  /** The subset of the assets that the original file has. */
  originalAssets: CharacterAsset[]
  warnings: string[]
}

/** Re-encodes and stores the pictures of a card. Warns about unreadable pictures. */
export const storePictures = async (
  store: Pick<PictureStore, 'putFile'>,
  { icon, background, pictures }: Pick<ReadCard, 'icon' | 'background' | 'pictures'>,
  { ownerId, signal, until: end }: { ownerId: string; signal?: AbortSignal | undefined; until: number }
): Promise<StoredPictures> => {
  const addresses = new Map<string, string>()
  const warnings: string[] = []
  const until = Math.min(Date.now() + timeMaxMs, end)
  let late = 0
  const paths = new Set([icon, background, ...pictures.map(({ path }) => path)])
  for (const path of paths) {
    if (path === null) continue
    signal?.throwIfAborted()
    if (Date.now() > until) {
      late++
      continue
    }
    const stored = await retryWhileBusy(() => store.putFile(path, ownerId))
    if (stored.ok) addresses.set(path, stored.value.url)
    else warnings.push(`${nameOf(path, icon, background)} was left out: ${reasonOf(stored.failure)}`)
  }
  if (late > 0) warnings.push(`${late} pictures were left out, because reading them would take too long.`)
  const addressOf = (path: string | null) => (path === null ? undefined : addresses.get(path))
  const assetsOf = (listed: typeof pictures): CharacterAsset[] =>
    listed.flatMap(({ type, name, path }) => {
      const address = addresses.get(path)
      return address === undefined ? [] : [{ type, name, address }]
    })
  const [avatar, backgroundAddress] = [addressOf(icon), addressOf(background)]
  return {
    ...(avatar !== undefined && { avatar }),
    ...(backgroundAddress !== undefined && { background: backgroundAddress }),
    assets: assetsOf(pictures),
    originalAssets: assetsOf(pictures.filter(({ isBeside }) => !isBeside)),
    warnings: warnings.length > warningsMax ? [...warnings.slice(0, warningsMax), 'And further pictures.'] : warnings,
  }
}

const warningsMax = 30

const nameOf = (path: string, icon: string | null, background: string | null) =>
  path === icon ? 'The picture' : path === background ? 'The background' : 'A picture'

const reasonOf = (refusal: PictureRefusal): string => {
  switch (refusal.kind) {
    case 'empty':
    case 'not_a_picture':
    case 'unreadable':
      return 'it is damaged.'
    case 'too_heavy':
      return 'it takes too much work to read.'
    case 'blocked':
      return 'it can’t be used here.'
    case 'too_many_pixels':
      return `it has ${Math.round(refusal.megapixels)} megapixels. At most ${refusal.megapixelsMax} are possible.`
    case 'busy':
      return 'too many pictures are arriving right now.'
  }
}
