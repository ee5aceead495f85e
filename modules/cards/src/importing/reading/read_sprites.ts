import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '#modules/gallery/api'
import { uploadBytesMax } from '#modules/imagegen/api'
import { storable } from '#modules/kernel/text'
import { type ContainedFile, pictureFormatOf } from '../../../formats/index.ts'
import type { CardPicture } from './card_event.ts'

const splitName = /^(.*\/)?([^/]*?)(?:\.([a-z0-9]+))?$/i
const isPicture = /^(png|jpe?g|webp|gif)$/i
const isCard = /^(png|jpe?g|webp|charx|byaf|json|ya?ml)$/i

/**
 * Finds the sprites of the cards in an archive: the pictures in a folder that has the name of a card's file beside it, as in SillyTavern's
 * folder of characters (`Mira.png`, `Mira/joy.png`). At most as many as a character may have expressions.
 */
export const findSprites = (files: readonly ContainedFile[]): Map<ContainedFile, ContainedFile[]> => {
  const parts = files.map((file) => {
    const [, folder = '', base = '', extension = ''] = splitName.exec(file.name) ?? []
    return { file, folder: folder.toLowerCase(), base: base.toLowerCase(), extension }
  })
  const cards = new Map<string, ContainedFile>()
  for (const { file, folder, base, extension } of parts) {
    const key = `${folder}${base}/`
    if (isCard.test(extension) && !cards.has(key)) cards.set(key, file)
  }
  const sprites = new Map<ContainedFile, ContainedFile[]>()
  for (const { file, folder, extension } of parts) {
    const card = cards.get(folder)
    if (!card || !isPicture.test(extension)) continue
    const found = sprites.get(card) ?? []
    if (found.length < limits.expressionsMax) sprites.set(card, [...found, file])
  }
  return sprites
}

/** Writes the sprites of a card to files. Leaves out those that are cards themselves, too large or no pictures. */
export const writeSprites = async (sprites: readonly ContainedFile[], folder: string): Promise<CardPicture[]> => {
  const pictures: CardPicture[] = []
  for (const [at, sprite] of sprites.entries()) {
    const bytes = await sprite.read()
    if (!bytes.ok || bytes.value.byteLength > uploadBytesMax || pictureFormatOf(bytes.value) === null) continue
    if ((await sprite.open(bytes.value)).ok) continue
    const path = join(folder, `sprite-${at}`)
    await writeFile(path, bytes.value)
    const name = storable(splitName.exec(sprite.name)?.[2] ?? '').slice(0, limits.assetNameMax)
    pictures.push({ type: 'emotion', name, path, isBeside: true })
  }
  return pictures
}
