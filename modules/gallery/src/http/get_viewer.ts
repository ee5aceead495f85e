import type { HttpContext } from '@adonisjs/core/http'
import type { Viewer } from '../../index.ts'

/** Returns the signed-in user, or null for a visitor. */
export const getViewer = async ({ auth }: HttpContext): Promise<Viewer | null> =>
  (await auth.check()) ? auth.getUserOrFail() : null
