import { openFile } from '../../formats/files/open_file.ts'
import type { FileLimits } from '../../formats/files/file_limits.ts'
import type { FileRefusal, OpenedFile } from '../../formats/files/opened_file.ts'

/** Opens a file that must be readable. */
export const open = async (bytes: Uint8Array, limits?: FileLimits): Promise<OpenedFile> => {
  const result = await openFile(bytes, limits)
  if (!result.ok) throw new Error(`${result.failure.kind}: ${result.failure.reason}`)
  return result.value
}

/** Opens a file that must be refused. */
export const refuse = async (bytes: Uint8Array, limits?: FileLimits): Promise<FileRefusal> => {
  const result = await openFile(bytes, limits)
  if (result.ok) throw new Error(`The file was opened as ${result.value.format}.`)
  return result.failure
}

/** Returns the first document as text. */
export const cardOf = ({ documents }: OpenedFile): string => Buffer.from(documents[0]!.bytes).toString()

export const sourcesOf = ({ documents }: OpenedFile): string[] => documents.map(({ source }) => source)

/** Reads an asset that must exist. */
export const readAsset = async ({ assets }: OpenedFile, uri: string, from?: string): Promise<Buffer> => {
  const result = await assets.read(uri, from)
  if (!result.ok) throw new Error(`${result.failure.kind}: ${result.failure.reason}`)
  return Buffer.from(result.value)
}

/** Returns the kind of an asset's refusal. */
export const refuseAsset = async ({ assets }: OpenedFile, uri: string): Promise<string> => {
  const result = await assets.read(uri)
  if (result.ok) throw new Error('The asset was read.')
  return result.failure.kind
}
