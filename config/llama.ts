/** Models that run on this machine. `npm run cli -- get-model` fills the folder. */
import { join } from 'node:path'
import { installedModel, installRuntime, switchToModel } from '#plugins/model-llama/index'
import env, { dataDir } from './env.ts'

const folder = join(dataDir, 'models')

export interface KnownModel {
  /** The argument of `get-model`. */
  name: string
  licence: string
  bytes: number
  url: string
  sha256: string
}

/** Small instruct models. Only add one after downloading the file and computing its hash yourself. None was verified yet. */
const known: readonly KnownModel[] = []

const chosen = env.get('MODELS_PROVIDER')

export default {
  folder,
  known,
  /** The file name of the installed model, or null without one. */
  installed: installedModel(folder),
  /** The value of MODELS_PROVIDER if it names another provider, which is then used instead of an installed model. Otherwise null. */
  otherProvider: chosen && chosen !== 'llama' ? chosen : null,
  installRuntime: () => installRuntime(folder),
  switchTo: (file: string) => switchToModel(folder, file),
}
