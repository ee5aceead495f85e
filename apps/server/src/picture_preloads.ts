import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import { pictureSizes, pictureSources, Gallery, type CharacterSummary } from '#modules/gallery/index'
import { isPictureAddress } from '#modules/kernel/picture_address'

/** The number of most popular characters to cache. */
const knownMax = 60
const refreshAfterMs = 30_000
/** A character may have been hidden since the last read, so older results are not used. */
const staleAfterMs = 5 * 60_000

/**
 * Preloads for the character pictures that a screen starts with, as HTML for the head. They are hints. A page never waits for them and
 * works without them. They only name pictures of public characters without adult content.
 */
@inject()
export class PicturePreloads {
  #known: CharacterSummary[] = []
  #readAt = -Infinity
  #askedAt = -Infinity

  constructor(
    private readonly gallery: Gallery,
    private readonly timers: Timers
  ) {}

  /** Returns the preload of a character's picture, or '' for unknown characters and for pictures that must not be named. */
  htmlFor(picture: 'place' | 'scene', characterId: string): string {
    this.#refresh()
    if (this.timers.monotonicMs() - this.#readAt > staleAfterMs) return ''
    const character = this.#known.find(({ id }) => id === characterId)
    if (!character || !character.isPublic || character.isNsfw) return ''
    const { background, avatar } = character
    return preload(picture === 'place' ? background : (background ?? avatar), picture)
  }

  /** Reads in the background, one read at a time. A failed read is repeated at the next interval. */
  #refresh() {
    const askedAt = this.timers.monotonicMs()
    if (askedAt - this.#askedAt < refreshAfterMs) return
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

const ownPicture = /^\/pictures\/[\w./-]+$/

/** Returns a preload tag. It must match the attributes of the image that shows the picture, or the browser fetches the picture twice. */
const preload = (address: string | null, size: keyof typeof pictureSizes): string => {
  if (address === null || !ownPicture.test(address) || !isPictureAddress(address)) return ''
  const { src, srcSet, sizes } = pictureSources(address, pictureSizes[size])
  const source = srcSet === undefined ? `href="${src}"` : `imagesrcset="${srcSet}" imagesizes="${sizes}"`
  return `<link rel="preload" as="image" ${source} fetchpriority="high" referrerpolicy="no-referrer">`
}
