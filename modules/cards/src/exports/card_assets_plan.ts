import type { CharacterAsset } from '#modules/gallery/api'
import {
  type CardAsset,
  defaultAsset,
  type FileFormat,
  fileLimits,
  holdsPlace,
  isRemote,
  isSafeName,
  type PictureFormat,
  readDataUri,
  withoutMetadata,
} from '../../formats/index.ts'
import type { CardFormat } from '../../api.ts'
import type { StoredParts } from '../tables/card_original_row.ts'

export interface CharacterPictures {
  avatar: string | null
  background: string | null
  assets: readonly CharacterAsset[]
}

/** An asset of a written card. */
export interface PlannedAsset extends CardAsset {
  /** The address of its picture, if this server has one. */
  address: string | null
  /** The URI under which the original file has the asset, if the asset is unchanged since. */
  from: string | null
}

/** The assets of a card that is written into its original text. */
export interface KeptAssets {
  /** With the URIs of the original text, and with final URIs for new assets. */
  assets: PlannedAsset[]
  /** The final URIs of assets that have another one in the original text. */
  moved: Map<string, string>
  /** The URIs of assets that were removed or replaced. The original file's contents behind them must stay out. */
  dropped: string[]
}

/** A picture of the original file, with the address under which the import stored it. */
type StoredImage = CardAsset & Pick<CharacterAsset, 'address'>

/** Returns the images of a file with their stored addresses. Leaves out images that share their type and name. */
export const unchangedImages = (images: readonly CardAsset[], imported: StoredParts | null): StoredImage[] =>
  images.flatMap((image) => {
    const stored = (imported?.assets ?? []).filter((asset) => isSame(asset, image))
    const isOnly = stored.length === 1 && images.filter((other) => isSame(other, image)).length === 1
    return isOnly ? [{ ...image, address: stored[0]!.address }] : []
  })

/**
 * Returns the assets of a card that is written from the fields of a character. Pictures on other servers remain addresses. `images` are the
 * pictures that the original file has.
 */
export const newAssets = (
  { avatar, background, assets }: CharacterPictures,
  format: CardFormat,
  iconFormat: PictureFormat,
  images: readonly StoredImage[]
): PlannedAsset[] => {
  const hasPlace = background !== null && background !== avatar && !isOurDrawing(background)
  const listed: CharacterAsset[] = [
    { type: 'icon', name: 'main', address: avatar ?? '' },
    ...(hasPlace ? [{ type: 'background', name: 'main', address: background }] : []),
    ...assets.filter((asset) => !isMain(asset, 'icon') && asset.address !== background),
  ]
  const planned = listed.map((asset, index) => {
    const image = images.find((other) => other.address === asset.address && isSame(other, asset))
    return newAsset(asset, String(index), format, iconFormat, image)
  })
  const [icon, ...others] = planned
  if (format === 'charx') return planned
  const shown = format === 'json' ? others.filter(({ uri }) => isRemote(uri)) : others
  return [{ ...icon!, ...defaultAsset }, ...shown]
}

/**
 * Returns the assets of a stored card, updated to the character's current pictures. Leaves out removed pictures, and adds new pictures
 * where the format can hold them. Assets that the import didn't store, such as sounds and remote files, stay unchanged.
 */
export const keptAssets = (
  before: readonly CardAsset[],
  present: CharacterPictures,
  {
    fileFormat,
    format,
    imported,
    hasFile,
    isForOwner,
    iconFormat,
  }: {
    fileFormat: FileFormat
    format: CardFormat
    imported: StoredParts | null
    hasFile: boolean
    isForOwner: boolean
    iconFormat: PictureFormat
  }
): KeptAssets => {
  const waiting = [...present.assets]
  const icon = mainOf(before, 'icon')
  const background = mainOf(before, 'background')
  const dropped: string[] = []
  const isStored = (asset: CardAsset, match: CharacterAsset | undefined) =>
    match !== undefined ||
    (imported ? imported.assets.some((other) => isSame(other, asset)) : wasStored(asset, fileFormat))
  const kept = before.flatMap((asset): PlannedAsset[] => {
    const at = waiting.findIndex((other) => isSame(other, asset))
    const [match] = at < 0 ? [] : waiting.splice(at, 1)
    const plan = (address: string | null, before: string | null | undefined): PlannedAsset => {
      const isUnchanged = address === null || address === before
      const from = hasFile && isUnchanged && isInFile(asset) ? asset.uri : null
      if (!isUnchanged) dropped.push(asset.uri)
      return { ...asset, address, from }
    }
    if (asset === icon) {
      if (isStale(asset, match, present.avatar)) return [{ ...newIcon(asset), address: present.avatar, from: null }]
      // A picture that couldn't be stored is still the one in the file.
      const isLeftOut = imported?.avatar === null && isOurDrawing(present.avatar ?? '')
      return [plan(present.avatar ?? '', isLeftOut ? present.avatar : imported?.avatar)]
    }
    if (asset === background && isStored(asset, match) && present.background !== null) {
      if (!isStale(asset, match, present.background)) return [plan(present.background, imported?.background)]
    } else if (match && asset !== background) {
      const isAsImported = imported?.assets.some((other) => isSame(other, asset) && other.address === match.address)
      return [plan(match.address, isAsImported ? match.address : null)]
    } else if (!isStored(asset, match)) return [plan(null, null)]
    dropped.push(asset.uri)
    return []
  })
  const assets =
    format === 'json'
      ? kept
      : [
          ...withMainIcon(kept, format, { fileFormat, iconFormat }),
          ...waiting.map((asset, index) => newAsset(asset, `facet-${index}`, format, iconFormat)),
        ]
  return { assets, moved: new Map([...cleanUris(assets, isForOwner), ...movedUris(assets, before, format)]), dropped }
}

/**
 * Gives the main icon the place that the format has for it: a path in an archive. In a PNG, the picture itself is the icon of a card that
 * had its icon in an archive.
 */
const withMainIcon = (
  assets: readonly PlannedAsset[],
  format: 'charx' | 'png',
  { fileFormat, iconFormat }: { fileFormat: FileFormat; iconFormat: PictureFormat }
): PlannedAsset[] => {
  const icon = mainOf(assets, 'icon')
  const isEntry = icon !== null && entryNameOf(icon) !== null
  if (format === 'png') {
    if (!icon || !isEntry || !archives.has(fileFormat)) return [...assets]
    return assets.map((asset) => (asset === icon ? { ...asset, ...place(defaultAsset), from: null } : asset))
  }
  if (isEntry) return [...assets]
  const uri = `embeded://assets/icon/images/main.${iconFormat}`
  const main = { type: 'icon', name: 'main', uri, ext: iconFormat, address: null, from: null }
  if (!icon) return [main, ...assets]
  return assets.map((asset) => (asset === icon ? { ...asset, ...place(main), from: null } : asset))
}

const place = ({ uri, ext }: CardAsset) => ({ uri, ext })

/** Returns new URIs for pictures in the text whose metadata stay out: places, and those of other users' pictures. */
const cleanUris = (assets: readonly PlannedAsset[], isForOwner: boolean): [string, string][] =>
  assets.flatMap(({ uri }): [string, string][] => {
    const read = isPictureInText(uri) ? readDataUri(uri.slice('data:'.length), fileLimits) : null
    if (!read?.ok || (isForOwner && !holdsPlace(read.value))) return []
    const clean = withoutMetadata(read.value)
    return clean ? [[uri, `${uri.slice(0, uri.indexOf(',') + 1)}${clean.toString('base64')}`]] : []
  })

/** Returns new URIs for the files of an original in the other format. */
const movedUris = (
  assets: readonly PlannedAsset[],
  before: readonly CardAsset[],
  format: CardFormat
): Map<string, string> => {
  const moved = new Map<string, string>()
  if (format === 'json') return moved
  const known = new Set(before.map(({ uri }) => uri))
  const taken = new Set(assets.map(({ uri }) => chunkKeyOf({ uri })).filter((key) => key !== null))
  let number = 0
  for (const { type, uri, ext, address, from } of assets) {
    const hasContent = from !== null || (address !== null && !isRemote(address))
    if (!hasContent || !known.has(uri) || moved.has(uri)) continue
    if (format === 'charx' && chunkKeyOf({ uri }) !== null) {
      const suffix = ext === 'unknown' ? (address === null ? 'bin' : 'webp') : ext
      moved.set(uri, `embeded://assets/${type}/images/asset-${number++}.${suffix}`)
    }
    if (format === 'png' && entryNameOf({ uri }) !== null) {
      while (taken.has(String(number))) number++
      moved.set(uri, `__asset:${number++}`)
    }
  }
  return moved
}

/** Whether the pictures are the ones that the import stored. */
export const arePicturesAsImported = (imported: StoredParts | null, present: CharacterPictures): boolean => {
  if (!imported) return false
  const isAs = (before: string | null, after: string | null, other: string | null) =>
    before === null ? after === null || after === other || isOurDrawing(after) : before === after
  return (
    isAs(imported.avatar, present.avatar, null) &&
    isAs(imported.background, present.background, present.avatar) &&
    imported.assets.length === present.assets.length &&
    imported.assets.every((asset, at) => {
      const other = present.assets[at]!
      return isSame(other, asset) && other.address === asset.address
    })
  )
}

/**
 * Returns the URIs of the original file's icons, as the import prefers them. If none of them is a picture, the avatar was the picture of
 * the file itself. Null if the character has another avatar now.
 */
export const iconsOfFile = (
  stored: StoredParts | null,
  before: readonly CardAsset[],
  { avatar }: CharacterPictures
): string[] | null => {
  if (avatar === null || avatar !== stored?.avatar) return null
  const icons = before.filter((asset) => asset.type === 'icon' && !isRemote(asset.uri))
  return icons.toSorted((a, b) => Number(isMain(b, 'icon')) - Number(isMain(a, 'icon'))).map(({ uri }) => uri)
}

const isSame = (stored: { type: string; name: string }, { type, name }: { type: string; name: string }) =>
  stored.type === type && oneLine(stored.name) === oneLine(name)

/** Whether the card embeds a picture that the character no longer shows. */
const isStale = ({ uri }: CardAsset, match: CharacterAsset | undefined, address: string | null) =>
  isPictureInText(uri) && match?.address !== address

const newIcon = (asset: CardAsset): CardAsset => ({ ...asset, ...place(defaultAsset) })

/** Whether the file has the asset as a part of its own. The picture of a card (`ccdefault:`) also carries the card. */
const isInFile = (asset: CardAsset) => entryNameOf(asset) !== null || chunkKeyOf(asset) !== null

/** Returns the name of the archive entry that an asset refers to, or null. Some cards have the bare path. */
export const entryNameOf = ({ uri }: Pick<CardAsset, 'uri'>): string | null => {
  const [, embedded, bare] = /^embedd?ed:\/\/(.+)$|^(?!\/\/)([^:]+)$/is.exec(uri) ?? []
  const name = (embedded ?? bare ?? '').replace(/^(?:\.?\/)+/, '')
  return isSafeName(name) && !name.endsWith('/') && name.toLowerCase() !== 'card.json' ? name : null
}

/** Returns the key of the PNG chunk that an asset refers to, or null. */
export const chunkKeyOf = ({ uri }: Pick<CardAsset, 'uri'>): string | null =>
  /^__asset:(.+)$/is.exec(uri)?.[1]?.toLowerCase() ?? null

/** Returns the main asset of a type, as the import chooses it: the asset named `main`, else the first. */
export const mainOf = <Asset extends CardAsset>(
  assets: readonly Asset[],
  type: 'icon' | 'background'
): Asset | null => {
  const ofType = assets.filter((asset) => asset.type === type)
  return ofType.find((asset) => isMain(asset, type)) ?? ofType[0] ?? null
}

const isMain = ({ type, name }: { type: string; name: string }, wanted: string) =>
  type === wanted && name.toLowerCase() === 'main'

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** Checks the first bytes for PNG, JPEG, WebP and GIF. */
const isPictureInText = (uri: string) => /^data:[^,]{0,200};base64,\s*(?:iVBORw0KGgo|\/9j\/|UklGR|R0lGOD)/i.test(uri)

/** Whether an asset is a picture in the card's own file, which the import stores. */
const wasStored = ({ uri, ext }: CardAsset, fileFormat: FileFormat): boolean => {
  if (isPictureInText(uri)) return true
  if (!/^(?:png|apng|jpe?g|webp|gif|unknown)$/.test(ext)) return false
  return archives.has(fileFormat) ? /^embedd?ed:\/\/|^[^:]*$/i.test(uri) : /^__asset:/i.test(uri)
}

const archives: ReadonlySet<string> = new Set(['charx', 'jpeg'] satisfies FileFormat[])

const isOurDrawing = (address: string) => address.startsWith('/pictures/mark/')

const newAsset = (
  { type, name, address }: CharacterAsset,
  fileName: string,
  format: CardFormat,
  iconFormat: PictureFormat,
  image?: StoredImage
): PlannedAsset => {
  const isIcon = isMain({ type, name }, 'icon')
  if (isRemote(address) && !isIcon) return { type, name, uri: address, ext: 'unknown', address: null, from: null }
  const from = isIcon ? null : (image?.uri ?? null)
  const ext = isIcon ? iconFormat : from !== null ? image!.ext : isOurDrawing(address) ? 'svg' : 'webp'
  const file = isMain({ type, name }, type) ? 'main' : fileName
  const uri = format === 'png' ? `__asset:${type}-${file}` : `embeded://assets/${type}/images/${file}.${ext}`
  return { type, name, uri, ext, address, from }
}
