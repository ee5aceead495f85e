import type { HttpContext } from '@adonisjs/core/http'

/** What `?w=` of a picture's address asks for: undefined without it, NaN for what is no width. */
export const wantedWidth = ({ request }: HttpContext): number | undefined => {
  const { w } = request.qs()
  if (w === undefined) return undefined
  return typeof w === 'string' && /^\d{1,4}$/.test(w) ? Number(w) : Number.NaN
}
