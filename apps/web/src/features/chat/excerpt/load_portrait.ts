/**
 * Loads a character's picture for a canvas. Null for a picture of another host, which a canvas may not be saved with, and for one that
 * doesn't load.
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
