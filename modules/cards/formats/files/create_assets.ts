import { fail, ok, type Result } from '#modules/kernel/result'
import { base64BytesMax, decodeBase64 } from './base64.ts'
import type { FileLimits } from './file_limits.ts'
import type { AssetRefusal, FileAssets } from './opened_file.ts'
import { mebibytes } from './warnings.ts'

type ReadAsset = (name: string) => Result<Uint8Array, AssetRefusal> | Promise<Result<Uint8Array, AssetRefusal>>

interface AssetSources {
  names: readonly string[]
  /** The picture behind `ccdefault:`. */
  picture: Uint8Array | null
  limits: FileLimits
  hasEntry?: (name: string) => boolean
  readEntry?: ReadAsset
  readChunk?: ReadAsset
}

/** Creates the lookup of assets by URI. Names are only compared, never resolved, so `..` has no effect. */
export const createAssets = (sources: AssetSources): FileAssets => ({
  names: sources.names,
  nameOf(uri) {
    const { scheme, rest } = splitUri(uri)
    if (scheme === '__asset') return sources.names.includes(rest.toLowerCase()) ? rest.toLowerCase() : null
    const isEntry = scheme === undefined || scheme === 'embeded' || scheme === 'embedded'
    if (isEntry) return findEntry(sources, rest.replace(/^\/\//, ''))
    return sources.hasEntry?.(uri) ? uri : null
  },
  async read(uri, from) {
    const { scheme, rest } = splitUri(uri)
    switch (scheme) {
      case 'embeded':
      case 'embedded':
        return readEntry(sources, rest.replace(/^\/\//, ''), from)
      case undefined:
        return uri.startsWith('//') ? fail(remote) : readEntry(sources, uri, from)
      case 'ccdefault':
        return sources.picture ? ok(sources.picture) : fail(missing)
      case '__asset':
        return sources.readChunk ? sources.readChunk(rest.toLowerCase()) : fail(missing)
      case 'data':
        return readDataUri(rest, sources.limits)
      case 'http':
      case 'https':
      case 'ftp':
      case 'ws':
      case 'wss':
        return fail(remote)
      default:
        // A colon may also belong to the name of an entry.
        return sources.hasEntry?.(uri) ? sources.readEntry!(uri) : fail(unsupported)
    }
  },
})

const splitUri = (uri: string) => {
  const scheme = /^([a-z_][a-z\d_+.-]*):(?!\\)/i.exec(uri)?.[1]?.toLowerCase()
  return { scheme, rest: scheme === undefined ? uri : uri.slice(scheme.length + 1) }
}

/**
 * Looks for an entry next to the document first, as in BYAF. Then tries the name as written, without a leading slash, and with
 * percent-encoding decoded.
 */
const findEntry = ({ hasEntry }: AssetSources, name: string, from?: string): string | null => {
  const folder = from?.slice(0, from.lastIndexOf('/') + 1) ?? ''
  const plain = name.replace(/^(?:\.?\/)+/, '')
  const candidates = [folder + name, name, folder + plain, plain, decodePercents(plain)]
  return candidates.find((candidate) => hasEntry?.(candidate)) ?? null
}

const readEntry = (sources: AssetSources, name: string, from: string | undefined) => {
  const found = findEntry(sources, name, from)
  return found === null || !sources.readEntry ? fail(missing) : sources.readEntry(found)
}

const decodePercents = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Decodes a URI such as `data:image/png;base64,…` (RFC 2397). Supports only base64, because no other encoding occurs with binary data. */
export const readDataUri = (rest: string, limits: FileLimits): Result<Uint8Array, AssetRefusal> => {
  const comma = rest.slice(0, 300).indexOf(',')
  if (comma < 0 || !/;\s*base64\s*$/i.test(rest.slice(0, comma))) return fail(unsupported)
  if (base64BytesMax(rest.length - comma) > limits.fileBytesMax)
    return fail({ kind: 'too_large', reason: `The asset is larger than ${mebibytes(limits.fileBytesMax)}.` })
  const decoded = decodeBase64(rest.slice(comma + 1))
  return decoded.ok ? ok(decoded.value.bytes) : fail({ kind: 'damaged', reason: decoded.failure })
}

const missing: AssetRefusal = { kind: 'missing', reason: 'The file doesn’t hold this asset.' }
const remote: AssetRefusal = {
  kind: 'remote',
  reason: 'The asset is on another server. Imports don’t load anything from the network.',
}
const unsupported: AssetRefusal = { kind: 'unsupported', reason: 'The asset has an address of an unknown kind.' }
