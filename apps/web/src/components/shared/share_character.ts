import type { Character } from '#modules/gallery/api'
import { browser } from '#web/lib/browser'
import { toast, toastFailure } from '#web/lib/toasts'
import { screens } from '#web/screens'

/** Whether the character has a share page. The server marks its pages when it has none. */
export const isShareable = ({ isPublic, isNsfw }: Pick<Character, 'isPublic' | 'isNsfw'>): boolean =>
  isPublic && !isNsfw && hasPublicPages()

/** Opens the share sheet on phones; elsewhere, copies the address of the share page and says so. */
export async function shareCharacter({ id, name }: Pick<Character, 'id' | 'name'>): Promise<void> {
  const url = window.location.origin + screens.share.href({ characterId: id })
  try {
    if (await browser.share({ title: name, url })) return
    await browser.copy(url)
    toast('Link copied', `Anyone can open it and meet ${name}.`)
  } catch {
    toastFailure('Error', 'Failed to share the link')
  }
}

/** Whether visitors can open share pages. */
export const hasPublicPages = () => document.querySelector('meta[name="public-pages"][content="off"]') === null
