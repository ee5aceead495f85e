import { pictureSizes, pictureSources, type CharacterSummary, type Gallery } from '#modules/gallery/index'
import { isPictureAddress } from '#modules/kernel/picture_address'

/** How many are known: those that most people come to see. */
const knownMax = 60
const readAgainAfterMs = 30_000
/** What is older is no longer named: somebody may have hidden a character since. */
const namedForMs = 5 * 60_000

/**
 * The pictures that a screen is going to begin with, as lines for the page's head, so that they come along with the app and not after
 * it and its calls. A hint and no more: it is never waited for, and without it all is as it was. Only what is public and not adult is named.
 */
export class FirstPictures {
  #known: CharacterSummary[] = []
  #readAt = -Infinity
  #askedAt = -Infinity

  constructor(
    private readonly gallery: Pick<Gallery, 'mostPopular'>,
    private readonly now: () => number = () => performance.now()
  ) {}

  /** For an address, for somebody who comes with a session. */
  linesFor(address: string): string {
    const [, screen, id] = aCharacter.exec(address) ?? []
    if (screen === undefined) return ''
    this.#keepFresh()
    if (this.now() - this.#readAt > namedForMs) return ''
    const character = this.#known.find((one) => one.id === id)
    if (!character) return ''
    const place = isOpen(character) ? character.background : null
    return screen === 'chat' ? line(place, 'place') : line(place ?? avatarOf(character), 'scene')
  }

  /** Beside what is answered now. One read at a time, and after one that failed none for a while. */
  #keepFresh() {
    const askedAt = this.now()
    if (askedAt - this.#askedAt < readAgainAfterMs) return
    this.#askedAt = askedAt
    this.gallery.mostPopular(knownMax).then(
      (characters) => {
        this.#known = characters
        this.#readAt = askedAt
      },
      () => {}
    )
  }
}

const aCharacter = /^\/(chat|character)\/([0-9a-f-]{36})(?:\?|$)/
const ours = /^\/pictures\/[\w./-]+$/
const isOpen = ({ isPublic, isNsfw }: CharacterSummary) => isPublic && !isNsfw
const avatarOf = (character: CharacterSummary) => (isOpen(character) ? character.avatar : null)

/** In the very words of the image that will show it, or the browser would fetch it twice. */
const line = (address: string | null, shown: keyof typeof pictureSizes): string => {
  if (address === null || !ours.test(address) || !isPictureAddress(address)) return ''
  const { src, srcSet, sizes } = pictureSources(address, pictureSizes[shown])
  const what = srcSet === undefined ? `href="${src}"` : `imagesrcset="${srcSet}" imagesizes="${sizes}"`
  return `<link rel="preload" as="image" ${what} fetchpriority="high" referrerpolicy="no-referrer">`
}
