import { imageAspects, type ImageAspect, type ImageOptions } from '#modules/imagegen/api'
import { tabStorage } from '#web/lib/storage'
import { createStore } from '#web/lib/store'

/** A picture in the list of results. */
export interface GeneratedPicture {
  url: string
  prompt: string
  /** The model of an offer. Empty: the first one. */
  model: string
  /** The name of the model when it drew. Missing in pictures of earlier releases. */
  modelName?: string | undefined
  aspect: ImageAspect
  /** The chosen options. The model may lack some of them. */
  options?: ImageOptions | undefined
  /** True if rules drew it, and no AI model. Missing in pictures of earlier releases. */
  isDemo?: boolean | undefined
  /** Words of the prompt that the picture leaves out. */
  notDrawn?: readonly string[] | undefined
}

/** The prompt that is being written, and the chosen options. */
export type PictureDraft = Pick<GeneratedPicture, 'prompt' | 'model' | 'aspect' | 'options'>

interface KeptState {
  pictures: readonly GeneratedPicture[]
  draft: PictureDraft | null
}

const picturesMax = 60
const keyOf = (userId: string) => `facet:pictures:${userId}`
const states = new Map<string, KeptState>()
/** Changes with every write. */
const changes = createStore(0)

/** A user's drawn pictures and draft in this tab. Survives navigation and, if session storage works, a reload. */
export const keptPictures = {
  of(userId: string): KeptState {
    const state = states.get(userId) ?? read(keyOf(userId))
    states.set(userId, state)
    return state
  },
  /** Adds a picture as the first one. */
  add(userId: string, picture: GeneratedPicture): void {
    const { pictures, draft } = keptPictures.of(userId)
    // The same prompt can result in the same address.
    const others = pictures.filter(({ url }) => url !== picture.url)
    keep(userId, { pictures: [picture, ...others].slice(0, picturesMax), draft })
  },
  setDraft(userId: string, draft: PictureDraft): void {
    keep(userId, { ...keptPictures.of(userId), draft })
  },
  subscribe: changes.subscribe,
  /** For tests. */
  forget(): void {
    states.clear()
  },
}

function keep(userId: string, state: KeptState): void {
  states.set(userId, state)
  tabStorage.set(keyOf(userId), JSON.stringify(state))
  changes.set(changes.current() + 1)
}

/** Ignores entries of another shape. */
function read(key: string): KeptState {
  const { pictures, draft } = Object(tabStorage.getJson(key)) as Partial<KeptState>
  return { pictures: Array.isArray(pictures) ? pictures.filter(isPicture) : [], draft: isDraft(draft) ? draft : null }
}

const isPicture = (value: unknown): value is GeneratedPicture => {
  const { url, modelName = '', notDrawn = [] } = Object(value) as Partial<GeneratedPicture>
  return isDraft(value) && typeof url === 'string' && typeof modelName === 'string' && Array.isArray(notDrawn)
}

const isDraft = (value: unknown): value is PictureDraft => {
  const { prompt, model, aspect, options = {} } = Object(value) as Partial<PictureDraft>
  return (
    typeof prompt === 'string' &&
    typeof model === 'string' &&
    imageAspects.includes(aspect!) &&
    typeof options === 'object' &&
    options !== null
  )
}
