import { isLonger, storable } from '#modules/kernel/text'
import { cardLimits } from './card_limits.ts'
import { amount, type CardFields } from './card_fields.ts'
import type { CardAsset } from './character_draft.ts'
import { isJsonObject, own } from './json_object.ts'
import { type ReadingNotes, shownPath } from './reading_notes.ts'

/** The asset that V3 prescribes for a card without the `assets` field: the picture of the card itself. */
export const defaultAsset: CardAsset = { type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }

/** Reads V3's `assets` and the pictures of RisuAI's extension. Fetches nothing: remote addresses are only reported. */
export const readAssets = (
  data: CardFields,
  extensions: CardFields | null,
  isV3: boolean,
  notes: ReadingNotes
): CardAsset[] => {
  const risu = extensions?.inner('risuai') ?? null
  const listed = data.items('assets')
  const assets = [
    ...(listed ?? (isV3 ? [defaultAsset] : [])).flatMap((asset, index) => {
      const path = shownPath([...data.path, 'assets', index])
      if (!isJsonObject(asset)) return skipped(path, notes)
      return readAsset(own(asset, 'type'), own(asset, 'uri'), own(asset, 'name'), own(asset, 'ext'), path, notes)
    }),
    ...readRisuList(risu, 'emotions', 'emotion', notes),
    ...readRisuList(risu, 'additionalAssets', 'x-risu-asset', notes),
  ]
  if (assets.length <= cardLimits.assetsMax) return assets
  notes.refuse(`The card has ${amount(assets.length)} assets. At most ${amount(cardLimits.assetsMax)} are allowed.`)
  return []
}

/** Reads a list of `[name, uri, ext?]` items. */
const readRisuList = (risu: CardFields | null, key: string, type: string, notes: ReadingNotes): CardAsset[] =>
  (risu?.items(key) ?? []).flatMap((asset, index) => {
    const path = shownPath([...risu!.path, key, index])
    if (!Array.isArray(asset)) return skipped(path, notes)
    const [name, uri, ext] = asset as unknown[]
    return readAsset(type, uri, name, ext, path, notes)
  })

const readAsset = (
  type: unknown,
  uri: unknown,
  name: unknown,
  ext: unknown,
  path: string,
  notes: ReadingNotes
): CardAsset[] => {
  if (typeof uri !== 'string' || uri === '') return skipped(path, notes)
  if (isUnlikely(uri)) {
    notes.keep(`${path}.uri`, 'an address longer than any file has')
    return []
  }
  if (isRemote(uri)) notes.keep(`${path}.uri`, 'a remote file, never fetched')
  return [
    {
      type: typeOf(type),
      uri: storable(uri),
      name: nameOf(name),
      ext: extOf(ext),
    },
  ]
}

/** Whether `readAssets` reads an item of V3's list. */
export const isReadableAsset = (asset: unknown): boolean => {
  const uri = isJsonObject(asset) ? own(asset, 'uri') : null
  return typeof uri === 'string' && uri !== '' && !isUnlikely(uri)
}

const isUnlikely = (uri: string) => !uri.startsWith('data:') && isLonger(uri, cardLimits.assetUriMax)

const skipped = (path: string, notes: ReadingNotes): [] => {
  notes.warn(`${path} has no address of a file. It was left out.`)
  notes.keep(path)
  return []
}

/** Whether an address names a host. Addresses that point into the card (`embeded://`) are not remote. */
export const isRemote = (uri: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(uri) && !/^embedd?ed:\/\//i.test(uri)

const typeOf = (value: unknown): string => {
  const type = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return /^(?:icon|background|user_icon|emotion|other|x[_-][a-z0-9_-]{1,40})$/.test(type) ? type : 'other'
}

const extOf = (value: unknown): string => {
  const ext = typeof value === 'string' ? value.trim().toLowerCase().replace(/^\./, '') : ''
  return /^[a-z0-9]{1,20}$/.test(ext) ? ext : 'unknown'
}

const nameOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? [...storable(String(value).slice(0, cardLimits.assetNameMax * 2))].slice(0, cardLimits.assetNameMax).join('')
    : ''
