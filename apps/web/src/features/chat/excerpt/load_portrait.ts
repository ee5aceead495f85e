/**
 * Loads a character's picture for a canvas. Returns null for a picture that doesn't load, and for a picture from another host, because a
 * canvas with such a picture can't be saved.
 */
export async function loadPortrait(address: string | null): Promise<HTMLImageElement | null> {
  if (!address?.startsWith('/pictures/')) return null
  const path = address.split('?')[0] ?? ''
  const image = new Image()
  image.src = path.endsWith('.svg') ? path : `${path}?w=1536`
  try {
    await image.decode()
    return image
  } catch {
    return null
  }
}
