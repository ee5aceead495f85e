import { exportAccount } from '#modules/accounts/calls'
import { fetchCall } from '#web/lib/api_client'

interface ExportedData {
  name: string
  contents: Blob
}

/** Downloads all data of the user. Reports the bytes received so far; throws if the download breaks off. */
export async function exportData(onProgress: (bytes: number) => void): Promise<ExportedData> {
  const response = await fetchCall(exportAccount)
  const pieces: BlobPart[] = []
  let bytes = 0
  const reader = response.body!.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value as Uint8Array<ArrayBuffer>)
    onProgress((bytes += read.value.byteLength))
  }
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return { name: name ?? 'account-export.json', contents: new Blob(pieces, { type: 'application/json' }) }
}
