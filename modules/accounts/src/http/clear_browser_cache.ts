import type { HttpContext } from '@adonisjs/core/http'

/**
 * Clears cached pages and pictures on sign-out, so the next person at this browser can't go back to them. Omits `"storage"`, which would
 * also delete the theme and the offline page. The web app deletes drafts itself.
 */
export const clearBrowserCache = ({ response }: HttpContext) => response.header('Clear-Site-Data', '"cache"')
