import { markOf, readGalleryPicture } from '#modules/gallery/index'
import type { PictureStore } from '#modules/imagegen/index'

/** Reads the pictures of characters for cards. Never fetches pictures from other servers. */
export class CardPictures {
  constructor(private readonly store: PictureStore) {}

  /** Returns a picture as it is stored: WebP, or one of our SVGs. Null for a picture that this server doesn't have. */
  async read(address: string | null): Promise<Buffer | null> {
    if (address === null) return null
    return (await this.store.read(address)) ?? (await readGalleryPicture(withoutInitials(address)))
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
