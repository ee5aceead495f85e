import { inject } from '@adonisjs/core'
import { markOf, readGalleryPicture } from '#modules/gallery/index'
import { PictureStore } from '#modules/imagegen/index'
import { retryWhileBusy } from '../retry_while_busy.ts'

/** The error for a picture that can't be converted now, because too many others are being read. */
export class PicturesBusy extends Error {}

/** Reads the pictures of characters for cards. Never fetches pictures from other servers. */
@inject()
export class CardPictures {
  constructor(private readonly store: PictureStore) {}

  /** Returns a picture as it is stored: WebP, or one of our SVGs. Null for a picture that this server doesn't have. */
  async read(address: string | null): Promise<Buffer | null> {
    if (address === null) return null
    return (await this.store.read(address)) ?? (await readGalleryPicture(withoutInitials(address)))
  }

  /** Returns all pixels of an untrusted picture as a PNG. Null if that takes too much memory, time or space. Throws `PicturesBusy`. */
  async png(picture: Uint8Array, ownerId: string): Promise<Buffer | null> {
    const png = await retryWhileBusy(() => this.store.png(picture, ownerId))
    if (png.ok) return png.value
    if (png.failure.kind === 'busy') throw new PicturesBusy()
    return null
  }

  /** Returns the picture on a character's card: the avatar, or the facet mark if there is no readable avatar. */
  async main(character: { name: string; avatar: string | null }): Promise<Buffer> {
    const avatar = await this.read(character.avatar)
    if (avatar && (await isReadable(avatar))) return avatar
    return (await this.read(markOf(character.name).avatar))!
  }
}

/** Removes the initials from the address of a facet mark, because a server may have no fonts to draw them. */
const withoutInitials = (address: string) => address.replace(/^(\/pictures\/mark\/[0-9a-z]+)-[0-9a-f]+(\.svg)$/, '$1$2')

const isReadable = async (picture: Buffer): Promise<boolean> => {
  const { default: sharp } = await import('sharp')
  return sharp(picture)
    .metadata()
    .then(
      () => true,
      () => false
    )
}
