import { browser } from '#web/lib/browser'
import { toast, toastFailure } from '#web/lib/toasts'

/** Copies a picture's full address, and says so. */
export const copyAddress = (url: string): Promise<void> =>
  browser.copy(new URL(url, window.location.href).href).then(
    () => toast('Copied', 'Image URL copied to clipboard'),
    () => toastFailure('Error', 'Failed to copy the image URL')
  )
