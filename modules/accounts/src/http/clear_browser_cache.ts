import type { HttpContext } from '@adonisjs/core/http'

/**
 * The next person at this browser finds no page and no picture of who was signed in, nor comes back to one by the back button. Not
 * "storage": that would take the theme and the offline page too. What was typed and not sent the web app takes away itself.
 */
export const clearBrowserCache = ({ response }: HttpContext) => response.header('Clear-Site-Data', '"cache"')
