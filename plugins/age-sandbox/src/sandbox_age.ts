import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCheckId, refuseInvalidCheck } from '../../contract/age_check.ts'
import type { AgeOutcome, AgeProvider } from '../../contract/age.ts'
import { ProviderError } from '../../contract/errors.ts'
import { checkPage } from './page_html.ts'

export interface SandboxAgeOptions {
  /** The URL that serves `page`. A check is at `BASEURL/ID`. */
  baseUrl: string
  /** The folder that stores the checks. Created with the first one. */
  folder: string
}

/** A test provider that verifies nothing. On its page, the person chooses the outcome. */
export function sandboxAge({ baseUrl, folder }: SandboxAgeOptions): AgeProvider & Required<Pick<AgeProvider, 'page'>> {
  const files = new CheckFiles(folder)
  return {
    name: 'sandbox',
    label: 'the test provider',

    async begin(check, signal) {
      if (signal.aborted) throw canceled()
      refuseInvalidCheck(check)
      await files.write(`${check.id}.url`, check.returnUrl)
      return { url: `${baseUrl.replace(/\/+$/, '')}/${check.id}`, reference: check.id }
    },

    async lookUp(reference, signal) {
      if (signal.aborted) throw canceled()
      if (!isCheckId(reference) || (await files.read(`${reference}.url`)) === null) return null
      return ((await files.read(`${reference}.outcome`)) as AgeOutcome | null) ?? 'pending'
    },

    async page({ method, path, form }) {
      const id = path.slice(1)
      const returnUrl = isCheckId(id) ? await files.read(`${id}.url`) : null
      if (returnUrl === null) return null
      if (method === 'GET') return { html: checkPage(), status: 200 }
      const { outcome } = form
      if (outcome !== 'of_age' && outcome !== 'under_age') return { html: checkPage(), status: 422 }
      await files.write(`${id}.outcome`, outcome)
      return { redirectTo: returnUrl }
    },
  }
}

/** Files that are written once. */
class CheckFiles {
  constructor(private readonly folder: string) {}

  async read(name: string): Promise<string | null> {
    return readFile(join(this.folder, name), 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw unusable(error)
    })
  }

  async write(name: string, content: string): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await writeFile(join(this.folder, name), content, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw unusable(error)
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unreadable'

/** Omits the cause, which contains the id of a check. */
const unusable = (error: unknown) =>
  new ProviderError('misconfigured', `The sandbox can't use its folder (${codeOf(error)}).`)
const canceled = () => new ProviderError('cut_off', 'The caller canceled the call.')
