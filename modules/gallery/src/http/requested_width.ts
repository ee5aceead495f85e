import type { HttpContext } from '@adonisjs/core/http'

/** The width in `?w=`: undefined if missing, NaN if invalid. */
export const requestedWidth = ({ request }: HttpContext): number | undefined => {
  const { w } = request.qs()
  if (w === undefined) return undefined
  return typeof w === 'string' && /^\d{1,4}$/.test(w) ? Number(w) : Number.NaN
}
