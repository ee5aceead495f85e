import type { HttpContext } from '@adonisjs/core/http'

/** Returns the width in `?w=`, undefined if it is missing, or NaN if it is invalid. */
export const requestedWidth = ({ request }: HttpContext): number | undefined => {
  const { w } = request.qs()
  if (w === undefined) return undefined
  return typeof w === 'string' && /^\d{1,4}$/.test(w) ? Number(w) : Number.NaN
}
