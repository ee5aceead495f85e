import type { CharacterAsset } from '#modules/gallery/api'
import { defaultAsset, isRemote } from '../characters/card_assets.ts'
import type { CardAsset } from '../characters/character_draft.ts'
import type { FileFormat } from '../files/opened_file.ts'
import { isSafeName } from '../files/zip/entry_names.ts'

export interface CharacterPictures {
  avatar: string | null
  background: string | null
  assets: readonly CharacterAsset[]
}

/** An asset of a written card, and the address of its picture if this server has one. */
export interface PlannedAsset extends CardAsset {
  address: string | null
}

/** Returns the assets of an archive that is written from the fields of a character. Pictures on other servers remain addresses. */
export const newAssets = ({ avatar, background, assets }: CharacterPictures): PlannedAsset[] => {
  const hasPlace = background !== null && background !== avatar && !isOurDrawing(background)
  const listed: CharacterAsset[] = [
    { type: 'icon', name: 'main', address: avatar ?? '' },
    ...(hasPlace ? [{ type: 'background', name: 'main', address: background }] : []),
    ...assets.filter((asset) => !isMain(asset, 'icon') && asset.address !== background),
  ]
  return listed.map((asset, index) => newAsset(asset, String(index)))
}

/**
 * Returns the assets of a stored card, updated to the character's current pictures. Leaves out removed pictures, and with `takesNew` adds
 * new pictures. Assets that the import can't have stored, such as sounds and remote files, stay unchanged.
 */
export const keptAssets = (
  before: readonly CardAsset[],
  present: CharacterPictures,
  { fileFormat, takesNew }: { fileFormat: FileFormat; takesNew: boolean }
): PlannedAsset[] => {
  const waiting = [...present.assets]
  const icon = mainOf(before, 'icon')
  const background = mainOf(before, 'background')
  const kept = before.flatMap((asset): PlannedAsset[] => {
    const at = waiting.findIndex(({ type, name }) => type === asset.type && name === oneLine(asset.name))
    const [match] = at < 0 ? [] : waiting.splice(at, 1)
    if (asset === icon)
      return [{ ...(isStale(asset, match, present.avatar) ? newIcon(asset) : asset), address: present.avatar }]
    if (asset === background)
      return isStale(asset, match, present.background) ? [] : [{ ...asset, address: present.background }]
    if (match) return [{ ...asset, address: match.address }]
    return wasStored(asset, fileFormat) ? [] : [{ ...asset, address: null }]
  })
  return takesNew ? [...kept, ...waiting.map((asset, index) => newAsset(asset, `facet-${index}`))] : kept
}

/** Gives the main icon a path in the archive, because an archive has its picture as a file. A card from a picture has no such path. */
export const withMainIcon = (assets: readonly PlannedAsset[]): PlannedAsset[] => {
  const icon = mainOf(assets, 'icon')
  if (icon && entryNameOf(icon) !== null) return [...assets]
  const main = { type: 'icon', name: 'main', uri: 'embeded://assets/icon/images/main.png', ext: 'png', address: null }
  if (!icon) return [main, ...assets]
  return assets.map((asset) => (asset === icon ? { ...asset, uri: main.uri, ext: main.ext } : asset))
}

/** Whether the card embeds a picture that the character no longer shows. */
const isStale = ({ uri }: CardAsset, match: CharacterAsset | undefined, address: string | null) =>
  isPictureInText(uri) && match?.address !== address

const newIcon = (asset: CardAsset): CardAsset => ({ ...asset, uri: defaultAsset.uri, ext: defaultAsset.ext })

/** Returns the name of the archive entry that an asset refers to, or null. */
export const entryNameOf = ({ uri }: CardAsset): string | null => {
  const [, name = ''] = /^embedd?ed:\/\/(.+)$/is.exec(uri) ?? []
  return isSafeName(name) && !name.endsWith('/') && name.toLowerCase() !== 'card.json' ? name : null
}

/** Returns the main asset of a type, as the import chooses it: the asset named `main`, else the first. */
export const mainOf = (assets: readonly CardAsset[], type: 'icon' | 'background'): CardAsset | null => {
  const ofType = assets.filter((asset) => asset.type === type)
  return ofType.find((asset) => isMain(asset, type)) ?? ofType[0] ?? null
}

const isMain = ({ type, name }: { type: string; name: string }, wanted: string) =>
  type === wanted && name.toLowerCase() === 'main'

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** Checks the first bytes for PNG, JPEG and WebP. */
const isPictureInText = (uri: string) => /^data:[^,]{0,200};base64,\s*(?:iVBORw0KGgo|\/9j\/|UklGR)/i.test(uri)

/** Whether an asset is a picture in the card's own file, which the import stores. */
const wasStored = ({ uri, ext }: CardAsset, fileFormat: FileFormat): boolean => {
  if (isPictureInText(uri)) return true
  if (!/^(?:png|apng|jpe?g|webp|unknown)$/.test(ext)) return false
  return archives.has(fileFormat) ? /^embedd?ed:\/\/|^[^:]*$/i.test(uri) : /^__asset:/i.test(uri)
}

const archives: ReadonlySet<string> = new Set(['charx', 'jpeg'] satisfies FileFormat[])

const isOurDrawing = (address: string) => address.startsWith('/pictures/mark/')

const newAsset = ({ type, name, address }: CharacterAsset, fileName: string): PlannedAsset => {
  const isIcon = isMain({ type, name }, 'icon')
  if (isRemote(address) && !isIcon) return { type, name, uri: address, ext: 'unknown', address: null }
  const ext = isIcon ? 'png' : address.endsWith('.svg') ? 'svg' : 'webp'
  const file = isMain({ type, name }, type) ? 'main' : fileName
  return { type, name, uri: `embeded://assets/${type}/images/${file}.${ext}`, ext, address }
}
