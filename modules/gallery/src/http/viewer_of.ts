import type { HttpContext } from '@adonisjs/core/http'
import type { Viewer } from '../../index.ts'

/** Whoever is signed in, or null: the gallery is open to visitors too. */
export const viewerOf = async ({ auth }: HttpContext): Promise<Viewer | null> =>
  (await auth.check()) ? auth.getUserOrFail() : null
