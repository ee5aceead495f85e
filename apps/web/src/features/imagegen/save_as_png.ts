import { pngWithMarkOf } from '#web/lib/keep_mark'
import { saveFile } from '#web/lib/save_file'

/** Downloads a picture as a PNG file, with its mark. Throws when it can't be fetched or decoded. */
export async function saveAsPng(url: string, fileName: string): Promise<void> {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`Fetching the picture failed with status ${response.status}`)
  const picture = await response.blob()
  saveFile(fileName, 'image/png', await pngWithMarkOf(picture, await asPng(picture)))
}

async function asPng(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture could not be converted')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return new Promise((resolve, reject) => {
    const settle = (png: Blob | null) => (png ? resolve(png) : reject(new Error('The picture could not be converted')))
    canvas.toBlob(settle, 'image/png')
  })
}
