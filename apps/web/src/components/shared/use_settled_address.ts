import { isPictureAddress } from '#modules/gallery/api'
import { ownHosts } from '#web/lib/own_hosts'
import { useDebounced } from '#web/lib/use_debounced'

const debounceMs = 400

/** The address of a picture to show; empty when it is invalid. Debounced while the reader types it. */
export function useDebouncedPictureAddress(address: string): string {
  const isTyped = /^https?:/i.test(address)
  const settled = useDebounced(address, isTyped ? debounceMs : 0)
  const shown = isTyped ? settled : address
  return isPictureAddress(shown, ownHosts) ? shown : ''
}
