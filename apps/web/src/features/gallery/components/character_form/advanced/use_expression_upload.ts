import { expressionName, limits } from '#modules/gallery/api'
import { uploadBytesMax } from '#modules/imagegen/api'
import { useEffect, useRef, useState } from 'react'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { readZip, ZipProblem } from '#web/lib/read_zip'
import { redirectToSignIn } from '#web/components/shared/sign_in_redirect'
import { uploadPicture, uploadProblem } from '#web/components/shared/upload_picture'

/** The server reads few pictures of a user at once. */
const uploadsAtOnce = 2

interface Source {
  /** The name of the file, for messages. */
  fileName: string
  /** The name of the expression. */
  name: string
  open(): Promise<File>
}

export interface ExpressionUpload {
  /** Null while nothing is uploaded. `total` is null while a zip is read. */
  progress: { done: number; total: number | null } | null
  /** Why files were left out. */
  problems: readonly string[]
}

interface Options {
  /** Whether an expression of this name can still be added, or replaced, after those that are being uploaded. */
  accepts: (name: string, uploading: readonly string[]) => boolean
  onUploaded: (name: string, address: string) => void
}

/** Uploads pictures, and the pictures in zips, and names each by its file. */
export function useExpressionUpload({ accepts, onUploaded }: Options) {
  const [state, setState] = useState<ExpressionUpload>({ progress: null, problems: [] })
  const call = useRef<AbortController | null>(null)
  useEffect(() => () => call.current?.abort(), [])

  const stop = () => {
    call.current?.abort()
    setState({ progress: null, problems: [] })
  }

  const upload = async (files: readonly File[]) => {
    call.current?.abort()
    const { signal } = (call.current = new AbortController())
    const problems: string[] = []
    const show = (progress: ExpressionUpload['progress']) => {
      if (!signal.aborted) setState({ progress, problems: [...problems] })
    }
    show({ done: 0, total: null })
    const queue = await sourcesOf(files, problems)
    const total = queue.length
    let done = 0
    const uploading = new Set<string>()
    const run = async () => {
      for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
        try {
          if (!accepts(next.name, [...uploading]))
            throw new ZipProblem(`A character may have at most ${limits.expressionsMax} expressions.`)
          uploading.add(next.name)
          const file = await next.open()
          const problem = uploadProblem(file)
          if (problem !== null) throw new ZipProblem(problem)
          const address = await uploadPicture(file, { signal })
          if (!signal.aborted) onUploaded(next.name, address)
        } catch (error) {
          if (signal.aborted) return
          if (isStatus(error, 401)) redirectToSignIn()
          problems.push(`${next.fileName}: ${reasonOf(error)}`)
          // The next files would fail for the same reason.
          if (!isAboutFile(error)) queue.length = 0
        } finally {
          uploading.delete(next.name)
        }
        show({ done: ++done, total })
      }
    }
    show({ done, total })
    await Promise.all(Array.from({ length: uploadsAtOnce }, run))
    show(null)
  }
  return { ...state, upload, stop }
}

const isAboutFile = (error: unknown) => error instanceof ZipProblem || isStatus(error, 422)

const reasonOf = (error: unknown): string =>
  error instanceof ZipProblem ? error.message : sentenceOf(error, 'Check your connection and try again.')

/** Lists the pictures among files, and in zips. Adds a problem for each file that can't be a picture. */
const sourcesOf = async (files: readonly File[], problems: string[]): Promise<Source[]> => {
  const sources: Source[] = []
  for (const file of files) {
    if (!isZip(file)) {
      sources.push({ fileName: file.name, name: expressionName(file.name), open: () => Promise.resolve(file) })
      continue
    }
    try {
      sources.push(...(await picturesIn(file)))
    } catch (error) {
      problems.push(`${file.name}: ${error instanceof ZipProblem ? error.message : 'This zip can’t be read.'}`)
    }
  }
  return sources
}

const isZip = ({ type, name }: File) => /^application\/(x-)?zip/.test(type) || /\.zip$/i.test(name)

const picturesIn = async (zip: File): Promise<Source[]> => {
  if (zip.size > limits.expressionsZipBytesMax) throw new ZipProblem('This zip is larger than 100 MB. Divide it.')
  const pictures = (await readZip(zip)).flatMap((entry): Source[] => {
    const fileName = entry.name.slice(entry.name.lastIndexOf('/') + 1)
    const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
    const type = pictureTypes[extension]
    // Systems add files of their own, such as `__MACOSX/._joy.png`.
    if (type === undefined || fileName.startsWith('.') || entry.name.startsWith('__MACOSX/')) return []
    return [
      {
        fileName,
        name: expressionName(fileName),
        open: async () => new File([await entry.read(uploadBytesMax)], fileName, { type }),
      },
    ]
  })
  if (pictures.length === 0) throw new ZipProblem('This zip has no pictures.')
  return pictures
}

/** Pictures of other formats than those of uploads are named among the problems. */
const pictureTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}
