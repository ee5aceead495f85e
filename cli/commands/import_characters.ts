import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { Accounts } from '#modules/accounts/index'
import { BulkImports, type BulkOutcome, type BulkRequest, type BulkResult } from '#modules/cards/index'
import { ask, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { done, refused, wrongUsage, type Outcome } from '../outcome.ts'
import { progressBar } from '../progress.ts'

interface Options {
  owner?: string
  dryRun?: boolean
  report?: string
  json?: boolean
}

/** The maximum number of errors in the output of `--json`. */
const errorsMax = 10_000

export const importCharacters: DefineCommand = (program, run) => {
  const command = program
    .command('import-characters')
    .description('import characters and lorebooks from files of any format; safe to repeat')
    .argument('[file-or-folder...]', 'cards, lorebooks, JSON lists, zips and folders of them')
    .option('--owner <email>', 'the owner; default: the first admin')
    .option('--dry-run', 'report what would happen and change nothing')
    .option('--report <file>', 'write what became of each file, as JSON lines')
    .action((paths: string[], _options: Options, command) => run(() => importAll(paths, command.optsWithGlobals())))
  withExamples(
    command,
    [
      'npm run cli -- import-characters characters.json --dry-run',
      'reports what would be imported, and what not and why',
    ],
    [
      'npm run cli -- import-characters folder more.zip --owner ann@example.com --report report.jsonl',
      'includes every card in the folder and the zip; run it again to continue after an interruption',
    ]
  )
}

const importAll = async (given: string[], options: Options): Promise<Outcome> => {
  const missing = refuseMissing({ 'the files or folders to import': given.length > 0 })
  if (missing) return missing
  const paths = given.length > 0 ? given : [await ask('File or folder:')]
  const { owner } = options
  let report: Report | null = null
  try {
    report = options.report === undefined ? null : await openReport(options.report)
    return await withApp(async ({ container }) => {
      const imports = await container.make(BulkImports)
      const named = paths.map((path) => ({ path, name: path }))
      if (!(await imports.hasFiles(named))) return noFiles()
      const accounts = await container.make(Accounts)
      const account = owner ? await accounts.findByEmail(owner) : await accounts.firstAdmin()
      if (!account && owner) return refused(`There is no account with the e-mail ${owner}.`, { code: 'unknown_user' })
      if (!account) return wrongUsage('There is no admin yet. Name an owner with --owner EMAIL.')
      return new ImportRun(imports, account.id, options, report).all(named)
    })
  } catch (error) {
    const { path, code, syscall } = error as { path?: string; code?: string; syscall?: string }
    if (path === undefined || code === undefined) throw error
    return refused(`Could not ${syscall === 'open' && path === options.report ? 'write' : 'read'} ${path}: ${code}.`)
  } finally {
    await report?.close()
  }
}

const noFiles = () => refused('There are no files to import in it.', { code: 'no_files' })

/** Imports the files, shows the progress and summarizes the result. */
class ImportRun {
  readonly #imports: BulkImports
  readonly #ownerId: string
  readonly #dryRun: boolean
  readonly #isQuiet: boolean
  readonly #report: Report | null
  readonly #bar = progressBar()
  readonly #errors: { file: string; index: number | null; name: string | null; message: string }[] = []

  constructor(imports: BulkImports, ownerId: string, { dryRun = false, json = false }: Options, report: Report | null) {
    this.#imports = imports
    this.#ownerId = ownerId
    this.#dryRun = dryRun
    this.#isQuiet = json
    this.#report = report
  }

  async all(paths: BulkRequest['paths']): Promise<Outcome> {
    let files = 0
    this.#bar.show(0, '0 characters')
    const result = await this.#imports.run({
      paths,
      ownerId: this.#ownerId,
      dryRun: this.#dryRun,
      onOutcome: (outcome) => {
        this.#report?.write(outcome)
        if (outcome.outcome === 'refused') this.#tell(outcome)
      },
      onProgress: (share, { total }) => this.#bar.show(share, `${total.toLocaleString('en')} characters`),
      onFinished: async (finished) => {
        files += finished.length
        await this.#report?.written()
      },
    })
    this.#bar.clear()
    if (result === null) return noFiles()
    return this.#sumUp(result, files)
  }

  #sumUp({ counts, malformed }: BulkResult, files: number): Outcome {
    const { imported, doubles, refused: bad, total } = counts
    const data = { ...counts, dryRun: this.#dryRun, files, errors: this.#errors }
    const format = (count: number) => count.toLocaleString('en')
    const summary = [
      `${format(imported)} of ${format(total)} characters ${this.#dryRun ? 'would be imported' : 'imported'}`,
      ...(doubles > 0 ? [`${format(doubles)} already existed`] : []),
      ...(bad > 0 ? [`${format(bad)} refused`] : []),
    ].join(', ')
    if (malformed > 0) return refused(`${summary}.`, { code: 'malformed', ...data })
    if (bad > 0 && imported + doubles === 0) return refused(`${summary}.`, { code: 'all_refused', ...data })
    return done(`${summary}.`, data)
  }

  #tell({ file, entry, name, reason }: BulkOutcome) {
    if (this.#isQuiet) {
      if (this.#errors.length < errorsMax) this.#errors.push({ file, index: entry, name, message: reason ?? '' })
      return
    }
    this.#bar.clear()
    const what = entry === null ? '' : ` entry ${entry}${name === null ? '' : ` ${JSON.stringify(name)}`}:`
    // Control characters are escaped, because the terminal would obey them. File names in archives are untrusted.
    process.stderr.write(`${printable(file)}:${what} ${printable(reason ?? '')}\n`)
  }
}

const printable = (text: string) =>
  text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The report. It has one line of JSON for each file, and for each refused entry of a JSON list. */
class Report {
  readonly #stream: WriteStream
  #failure: Error | null = null

  constructor(stream: WriteStream) {
    this.#stream = stream
    stream.on('error', (error) => (this.#failure = error))
  }

  write(outcome: BulkOutcome) {
    this.#stream.write(`${JSON.stringify(outcome)}\n`)
  }

  /** Waits until the buffer is no longer full. Throws if writing has failed. */
  async written() {
    if (this.#failure) throw this.#failure
    if (this.#stream.writableNeedDrain) await once(this.#stream, 'drain')
  }

  async close() {
    if (this.#stream.destroyed) return
    this.#stream.end()
    await once(this.#stream, 'close')
  }
}

const openReport = async (path: string) => {
  const stream = createWriteStream(path)
  await once(stream, 'open')
  return new Report(stream)
}
