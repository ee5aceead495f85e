import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { withBareApp, type App } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { download, DownloadFailed, sizeText, sha256Of } from '../download.ts'
import { withExamples } from '../examples.ts'
import { done, refused, wrongUsage, type Outcome } from '../outcome.ts'
import { progressBar } from '../progress.ts'

interface Options {
  url?: string
  sha256?: string
  file?: string
}

/** The part of `config/llama.ts` that the command uses. */
interface Llama {
  folder: string
  known: readonly { name: string; licence: string; bytes: number; url: string; sha256: string }[]
  otherProvider: string | null
  installRuntime(): Promise<boolean>
  switchTo(file: string): void
}

/** Explains why a model could not be added. */
class Refused extends Error {}

export const getModel: DefineCommand = (program, run) => {
  const command = program
    .command('get-model')
    .description(
      'let a model on this machine write the replies: downloads it and llama.cpp (85 MB), and switches to it'
    )
    .argument('[name]', 'a model of the list in config/llama.ts')
    .option('--url <url>', 'where to download a model in GGUF; continues an interrupted download')
    .option('--sha256 <hex>', 'the hash that the file must have; required with --url')
    .option('--file <path>', 'a model in GGUF that you have; it is copied')
    .action((name: string | undefined, options: Options) => run(() => get(name, options)))
  withExamples(
    command,
    ['npm run cli -- get-model --url https://… --sha256 …', 'downloads a small instruct model and uses it'],
    ['npm run cli -- get-model --file ~/model.gguf', 'uses a file that you have']
  )
}

const get = async (name: string | undefined, options: Options): Promise<Outcome> => {
  const wrong = problemOf(name, options)
  if (wrong) return wrongUsage(wrong)
  return withBareApp(async ({ config }: App) => {
    const llama = config.get<Llama>('llama')
    try {
      const chosen = name === undefined ? null : findKnown(llama, name)
      mkdirSync(llama.folder, { recursive: true, mode: 0o700 })
      const file = options.file
        ? await copy(options.file, options.sha256, llama.folder)
        : await fetchModel(chosen?.url ?? options.url!, (chosen?.sha256 ?? options.sha256!).toLowerCase(), llama.folder)
      process.stderr.write('installing llama.cpp with npm\n')
      await llama.installRuntime().catch((error: Error) => {
        throw new Refused(error.message)
      })
      llama.switchTo(file)
      const { size } = statSync(join(llama.folder, file))
      return done([`${file} (${sizeText(size)}) is ready.`, ...nextSteps(llama)].join('\n'), {
        file,
        bytes: size,
        folder: llama.folder,
        isUsed: llama.otherProvider === null,
      })
    } catch (error) {
      if (error instanceof Refused || error instanceof DownloadFailed) return refused(error.message)
      throw error
    }
  })
}

const nextSteps = ({ otherProvider }: Llama): string[] =>
  otherProvider === null
    ? ["Restart Facet to use it. 'npm run cli -- doctor' asks it for a word."]
    : [`MODELS_PROVIDER=${otherProvider} comes first: remove it, then restart Facet.`]

const problemOf = (name: string | undefined, { url, sha256, file }: Options): string | null => {
  if ([name, url, file].filter((given) => given !== undefined).length !== 1)
    return 'Name one model: --url with --sha256, --file, or a name of the list in config/llama.ts.'
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    return '--url must be an address that begins with https:// or http://.'
  if (url !== undefined && sha256 === undefined) return '--url needs --sha256, so that the file can be verified.'
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256)) return '--sha256 must have 64 hexadecimal digits.'
  return null
}

const findKnown = ({ known }: Llama, name: string) => {
  const found = known.find((model) => model.name === name)
  if (found) return found
  const names = known.map(({ name, licence, bytes }) => `${name} (${licence}, ${sizeText(bytes)})`)
  throw new Refused(
    `There is no model '${name}' in the list of config/llama.ts. ` +
      (names.length > 0 ? `It has: ${names.join(', ')}.` : 'It is empty: use --url with --sha256, or --file.')
  )
}

const fetchModel = async (url: string, sha256: string, folder: string): Promise<string> => {
  const file = fileNameOf(new URL(url).pathname)
  const path = join(folder, file)
  if (existsSync(path) && (await sha256Of(path)) === sha256) return file
  const bar = progressBar()
  await download({
    url,
    sha256,
    path,
    onProgress: (received, total) =>
      bar.show(total && received / total, `${sizeText(received)}${total ? ` of ${sizeText(total)}` : ''}`),
  }).finally(bar.clear)
  return verified(path, file)
}

const copy = async (given: string, sha256: string | undefined, folder: string): Promise<string> => {
  const source = resolve(given)
  if (!statSync(source, { throwIfNoEntry: false })?.isFile()) throw new Refused(`There is no file ${given}.`)
  verified(source, given)
  if (sha256 !== undefined && (await sha256Of(source)) !== sha256.toLowerCase())
    throw new Refused(`${given} has another SHA-256. Nothing was changed.`)
  const file = fileNameOf(source)
  const path = join(folder, file)
  if (source === path) return file
  const draft = `${path}.${process.pid}.part`
  try {
    copyFileSync(source, draft, constants.COPYFILE_FICLONE)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return file
}

/** Returns the last part of a path as a file name that is safe on every platform. */
const fileNameOf = (path: string): string => {
  const name = basename(decodeURIComponent(path)).replaceAll(/[^\w.-]+/g, '_')
  return /\.gguf$/i.test(name) && !name.startsWith('.') ? name : `${name.replace(/^\.+/, '') || 'model'}.gguf`
}

/** Returns `name` if the file begins like a GGUF file. Otherwise throws `Refused`. */
const verified = (path: string, name: string): string => {
  const start = Buffer.alloc(4)
  const file = openSync(path, 'r')
  readSync(file, start)
  closeSync(file)
  if (start.toString('latin1') !== 'GGUF') throw new Refused(`${name} is not a model in GGUF.`)
  return name
}
