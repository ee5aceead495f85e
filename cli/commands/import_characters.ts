import { Accounts } from '#modules/accounts/index'
import {
  CharacterImports,
  MalformedImport,
  readEntries,
  type ImportOutcome,
  type ImportRefusal,
} from '#modules/gallery/index'
import { ask, refuseMissing } from '../ask.ts'
import { withApp } from '../boot.ts'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import { bytesOf, findImportFiles, type ImportFile } from '../import_files.ts'
import { done, refused, wrongUsage, type Outcome } from '../outcome.ts'
import { progressBar } from '../progress.ts'

interface Options {
  owner?: string
  dryRun?: boolean
  json?: boolean
}

/** The limit of errors in the output of `--json`. */
const errorsMax = 10_000

export const importCharacters: DefineCommand = (program, run) => {
  const command = program
    .command('import-characters')
    .description('import characters from JSON files of any size; safe to repeat')
    .argument('[file-or-folder...]', 'JSON lists of characters, and folders of them')
    .option('--owner <email>', 'the owner; default: the first admin')
    .option('--dry-run', 'report what would happen and change nothing')
    .action((paths: string[], _options: Options, command) => run(() => importAll(paths, command.optsWithGlobals())))
  withExamples(
    command,
    [
      'npm run cli -- import-characters characters.json --dry-run',
      'reports what would be imported, and what not and why',
    ],
    [
      'npm run cli -- import-characters folder more.json --owner ann@example.com',
      'includes every .json file in the folder',
    ]
  )
}

const importAll = async (given: string[], { owner, dryRun = false, json = false }: Options): Promise<Outcome> => {
  const missing = refuseMissing({ 'the files or folders to import': given.length > 0 })
  if (missing) return missing
  const paths = given.length > 0 ? given : [await ask('File or folder:')]
  let files: ImportFile[]
  try {
    files = await findImportFiles(paths)
  } catch (error) {
    return refused(`Could not read ${(error as { path?: string }).path}: ${(error as { code?: string }).code}.`)
  }
  if (files.length === 0) return refused('There are no .json files in it.', { code: 'no_files' })

  return withApp(async ({ container }) => {
    const accounts = await container.make(Accounts)
    const account = owner ? await accounts.findByEmail(owner) : await accounts.firstAdmin()
    if (!account && owner) return refused(`There is no account with the e-mail ${owner}.`, { code: 'unknown_user' })
    if (!account) return wrongUsage('There is no admin yet. Name an owner with --owner EMAIL.')
    const run = new ImportRun(await container.make(CharacterImports), account.id, { dryRun, json }, files)
    return run.all()
  })
}

/** Imports files one after another and sums up. */
class ImportRun {
  readonly #imports: CharacterImports
  readonly #ownerId: string
  readonly #files: ImportFile[]
  readonly #dryRun: boolean
  readonly #isQuiet: boolean
  readonly #bar = progressBar()
  readonly #totals: ImportOutcome = { imported: 0, doubles: 0, refused: 0, total: 0 }
  readonly #errors: ({ file: string } & ImportRefusal)[] = []
  readonly #bytes: number
  #bytesRead = 0

  constructor(
    imports: CharacterImports,
    ownerId: string,
    { dryRun, json }: { dryRun: boolean; json: boolean },
    files: ImportFile[]
  ) {
    this.#imports = imports
    this.#ownerId = ownerId
    this.#dryRun = dryRun
    this.#isQuiet = json
    this.#files = files
    this.#bytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async all(): Promise<Outcome> {
    const broken: string[] = []
    this.#show()
    for (const { path } of this.#files) {
      const problem = await this.#importFile(path)
      if (problem) broken.push(`${path}: ${problem}`)
    }
    this.#bar.clear()
    const { imported, doubles, refused: bad } = this.#totals
    const data = { ...this.#totals, dryRun: this.#dryRun, files: this.#files.length, errors: this.#errors }
    const format = (count: number) => count.toLocaleString('en')
    const summary = [
      `${format(imported)} of ${format(this.#totals.total)} characters ${this.#dryRun ? 'would be imported' : 'imported'}`,
      ...(doubles > 0 ? [`${format(doubles)} already existed`] : []),
      ...(bad > 0 ? [`${format(bad)} refused`] : []),
    ].join(', ')
    if (broken.length > 0) return refused([...broken, `${summary}.`].join('\n'), { code: 'malformed', ...data })
    if (bad > 0 && bad === this.#totals.total) return refused(`${summary}.`, { code: 'all_refused', ...data })
    return done(`${summary}.`, data)
  }

  /** Returns null, or why the file could not be read to its end. */
  async #importFile(path: string): Promise<string | null> {
    const before = { ...this.#totals }
    try {
      await this.#imports.run(readEntries(bytesOf(path, (count) => (this.#bytesRead += count))), {
        ownerId: this.#ownerId,
        dryRun: this.#dryRun,
        onRefused: (refusal) => this.#report(path, refusal),
        onProgress: (progress) => {
          for (const key of ['imported', 'doubles', 'refused', 'total'] as const)
            this.#totals[key] = before[key] + progress[key]
          this.#show()
        },
      })
      return null
    } catch (error) {
      if (error instanceof MalformedImport) return error.message
      throw error
    }
  }

  #show() {
    // Avoids a division by zero for empty files.
    this.#bar.show(this.#bytesRead / (this.#bytes || 1), `${this.#totals.total.toLocaleString('en')} characters`)
  }

  #report(file: string, refusal: ImportRefusal) {
    if (this.#isQuiet) {
      if (this.#errors.length < errorsMax) this.#errors.push({ file, ...refusal })
      return
    }
    this.#bar.clear()
    const { index, name, message } = refusal
    // JSON escapes control characters, which the terminal would obey.
    process.stderr.write(`${file}: entry ${index}${name === null ? '' : ` ${JSON.stringify(name)}`}: ${message}\n`)
  }
}
