import { imageAspects, imageModels, type ImageAspect, type ImageModel } from '#modules/imagegen/api'

/** A picture in the list of results. */
export interface GeneratedPicture {
  url: string
  prompt: string
  model: ImageModel
  aspect: ImageAspect
  /** Words of the prompt that the picture leaves out. */
  notDrawn?: readonly string[] | undefined
}

/** What is being written, with the choices beside it. */
export type PictureDraft = Omit<GeneratedPicture, 'url' | 'notDrawn'>

interface Desk {
  pictures: readonly GeneratedPicture[]
  draft: PictureDraft | null
}

const picturesMax = 60
const nothing: Desk = { pictures: [], draft: null }
const keyOf = (userId: string) => `facet:pictures:${userId}`
const desks = new Map<string, Desk>()
const listeners = new Set<() => void>()

/**
 * What someone has had drawn in this tab, and what they were writing: there again after another screen, and after a reload where the
 * browser keeps things for a tab.
 */
export const keptPictures = {
  of(userId: string): Desk {
    const desk = desks.get(userId) ?? read(keyOf(userId))
    desks.set(userId, desk)
    return desk
  },
  /** The newest comes first. */
  add(userId: string, picture: GeneratedPicture): void {
    const { pictures, draft } = keptPictures.of(userId)
    // Drawn again with the same words it may have the same address.
    const others = pictures.filter(({ url }) => url !== picture.url)
    keep(userId, { pictures: [picture, ...others].slice(0, picturesMax), draft })
  },
  setDraft(userId: string, draft: PictureDraft): void {
    keep(userId, { ...keptPictures.of(userId), draft })
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** As in a new tab. For tests. */
  forget(): void {
    desks.clear()
  },
}

function keep(userId: string, desk: Desk): void {
  desks.set(userId, desk)
  try {
    window.sessionStorage.setItem(keyOf(userId), JSON.stringify(desk))
  } catch {
    // Full or forbidden: it is there as long as the page is.
  }
  for (const listener of listeners) listener()
}

/** Whatever else lies there is not ours. */
function read(key: string): Desk {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Partial<Desk> | null
    const pictures = Array.isArray(kept?.pictures) ? kept.pictures.filter(isPicture) : []
    return { pictures, draft: isDraft(kept?.draft) ? kept.draft : null }
  } catch {
    return nothing
  }
}

const isPicture = (value: unknown): value is GeneratedPicture => {
  const { url, notDrawn = [] } = Object(value) as Partial<GeneratedPicture>
  return isDraft(value) && typeof url === 'string' && Array.isArray(notDrawn)
}

const isDraft = (value: unknown): value is PictureDraft => {
  const { prompt, model, aspect } = Object(value) as Partial<PictureDraft>
  return typeof prompt === 'string' && imageModels.includes(model!) && imageAspects.includes(aspect!)
}
